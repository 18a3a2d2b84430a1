import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

/** Where a download stands; undefined before the first. */
type Download =
  | { readonly kind: 'loading' }
  | { readonly kind: 'done' | 'failed'; readonly sentence: string }
  | undefined;

/** Fetches everything the shop keeps about somebody and hands it to the browser as a file. */
export function useDataDownload(email: string) {
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
