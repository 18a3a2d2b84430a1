import { useState, type ComponentProps } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from './button.tsx';
import { Outcome } from './form-end.tsx';

interface Download {
  readonly name: string;
  readonly file: Blob;
}

/** Fetches a file, hands it to the browser, and says how that went. */
export function DownloadButton({
  fetchFile,
  said,
  children,
  ...button
}: {
  fetchFile: () => Promise<Download>;
  said: { readonly done: (name: string) => string; readonly failed: string };
} & Omit<ComponentProps<typeof Button>, 'onClick'>) {
  const [outcome, setOutcome] = useState<{ kind: string; sentence?: string }>();
  const loading = outcome?.kind === 'loading';
  async function start(): Promise<void> {
    setOutcome({ kind: 'loading' });
    try {
      const { name, file } = await fetchFile();
      saveFile(name, file);
      setOutcome({ kind: 'done', sentence: said.done(name) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setOutcome({ kind: 'failed', sentence: `${said.failed} ${error.message}` });
    }
  }
  return (
    <>
      {/* Not disabled meanwhile: that would take the focus away. */}
      <Button
        aria-disabled={loading}
        aria-busy={loading}
        onClick={() => void (loading || start())}
        {...button}
      >
        {loading && <span className="spinner size-5" aria-hidden="true" />}
        {children}
      </Button>
      <Outcome outcome={outcome} />
    </>
  );
}

/** A link cannot send the access token, so the page fetches the file and links to what it holds. */
function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers start reading only after the click handler returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
