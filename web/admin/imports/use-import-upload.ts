import { useEffect, useRef, useState } from 'react';
import { uploadImport, type FilesToSend, type ImportSending } from './upload-import.ts';

/** The upload of an import's files, one at a time; it ends with its page. */
export function useImportUpload() {
  const [sending, setSending] = useState<ImportSending>({ kind: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return {
    sending,
    begin(files: FilesToSend) {
      if (sending.kind === 'sending') return;
      running.current = new AbortController();
      void uploadImport(files, running.current.signal, setSending);
    },
    stop() {
      running.current?.abort();
      setSending({ kind: 'none' });
    },
  };
}
