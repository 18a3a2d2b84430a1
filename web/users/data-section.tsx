import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Outcome } from '#web/ui/form-end.tsx';
import { Section } from './section.tsx';

/** Lets customers download everything the shop keeps about them. */
export function DataSection({ email }: { email: string }) {
  const { download, start } = useDataDownload(email);
  const loading = download?.kind === 'loading';
  return (
    <Section id="data" title="Your data">
      <p>
        One file with everything the shop keeps about you: your profile, your orders and payments,
        your reviews, and what was written down to guard your account. It is plain text (JSON), for
        you to read or to take elsewhere, and holds no password.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        {/* Not disabled meanwhile: that would take the focus away. */}
        <Button
          className="max-sm:w-full"
          aria-disabled={loading}
          aria-busy={loading}
          onClick={() => void (loading || start())}
        >
          {loading && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          Download your data
        </Button>
        <Outcome outcome={loading ? undefined : download} />
      </div>
    </Section>
  );
}

/** Where a download stands; undefined before the first. */
type Download =
  | { readonly kind: 'loading' }
  | { readonly kind: 'done' | 'failed'; readonly sentence: string }
  | undefined;

/** Fetches everything the shop keeps about somebody and hands it to the browser as a file. */
function useDataDownload(email: string) {
  const [download, setDownload] = useState<Download>();

  async function start(): Promise<void> {
    setDownload({ kind: 'loading' });
    try {
      const data = await call('getAccountData', { params: { email } });
      const name = `underhood-data-${data.writtenAt.slice(0, 10)}.json`;
      // Indented: people read it too.
      save(name, JSON.stringify(data, null, 2));
      setDownload({ kind: 'done', sentence: `Your data is in the file ${name}.` });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setDownload({ kind: 'failed', sentence: `Your data could not be fetched. ${error.message}` });
    }
  }

  return { download, start };
}

/** A link cannot send the access token, so the page fetches the file and links to what it holds. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers start reading only after the click handler returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
