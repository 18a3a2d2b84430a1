import { useState } from 'react';
import type { WrittenList } from '#contract/list-lines.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

/** How reading a file stands. */
type Reading =
  | { readonly kind: 'none' | 'reading' }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Sends a file with a list to the shop, which answers its lines. */
export function useListFile(onRead: (list: WrittenList) => void) {
  const [state, setState] = useState<Reading>({ kind: 'none' });
  const send = async (file: File) => {
    setState({ kind: 'reading' });
    try {
      onRead(await call('readListFile', { body: new Uint8Array(await file.arrayBuffer()) }));
      setState({ kind: 'none' });
    } catch (error) {
      setState({ kind: 'refused', sentence: sentenceOf(error) });
    }
  };
  return { state, read: (file: File) => void send(file) };
}

/** A browser cannot read a folder, nor a file that was changed since it was chosen. */
function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof DOMException) return 'The file could not be read. Choose it again.';
  throw error;
}
