import { useEffect, useRef, useState } from 'react';
import { uploadImport, type ImportSending } from './upload-import.ts';

/** The upload of an import's file, one at a time; it ends with its page. */
export function useImportUpload() {
  const [sending, setSending] = useState<ImportSending>({ kind: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return {
    sending,
    begin(file: File, supplier: string) {
      if (sending.kind === 'sending') return;
      running.current = new AbortController();
      void uploadImport(file, supplier, running.current.signal, setSending);
    },
    stop() {
      running.current?.abort();
      setSending({ kind: 'none' });
    },
  };
}
