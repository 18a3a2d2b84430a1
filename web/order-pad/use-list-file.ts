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
      if (!(error instanceof ApiError)) throw error;
      setState({ kind: 'refused', sentence: error.message });
    }
  };
  return { state, read: (file: File) => void send(file) };
}
