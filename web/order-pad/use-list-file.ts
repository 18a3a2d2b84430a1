import { useState } from 'react';
import type { WrittenList } from '#contract/list-lines.ts';
import { call } from '#web/api/call.ts';
import { fileFault } from '#web/ui/file-faults.ts';

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
      setState({ kind: 'refused', sentence: fileFault(error) });
    }
  };
  return { state, read: (file: File) => void send(file) };
}
