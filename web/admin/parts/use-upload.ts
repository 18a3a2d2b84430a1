import { useEffect, useRef, useState } from 'react';
import { uploadPicture, type Upload } from './upload-picture.ts';

/** The first picture of a form, and the ways to change it. */
export type Picture = ReturnType<typeof useUpload>;

/** Uploads a picture as soon as it is chosen, so that a file the shop cannot take is told before the form is sent. */
export function useUpload(first: string) {
  const [upload, setUpload] = useState<Upload>(kept(first));
  // How often another picture took the place of a chosen file, whose name its field still has.
  const [keeps, setKeeps] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function choose(file: File | undefined): Promise<void> {
    running.current?.abort();
    if (file === undefined) return setUpload({ kind: 'none' });
    running.current = new AbortController();
    await uploadPicture(file, running.current.signal, setUpload);
  }
  function keep(url: string) {
    running.current?.abort();
    setUpload(kept(url));
    setKeeps((before) => before + 1);
  }

  return { upload, choose, keep, keeps };
}

function kept(url: string): Upload {
  return url === '' ? { kind: 'none' } : { kind: 'there', url, fresh: false };
}
