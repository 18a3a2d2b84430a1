import { useEffect, useRef, useState } from 'react';
import { maxImageBytes } from '#contract/image-rules.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

/** Where the picture of a form stands. */
export type Upload =
  | { readonly kind: 'none' }
  /** `share` of the file that has left, 0 to 1; `preview` shows the chosen file itself. */
  | { readonly kind: 'sending'; readonly share: number; readonly preview: string | undefined }
  | { readonly kind: 'refused'; readonly sentence: string }
  /** `fresh` when it came by an upload just now. */
  | { readonly kind: 'there'; readonly url: string; readonly fresh: boolean };

/** The picture of a form, and the ways to change it. */
export type Picture = ReturnType<typeof useUpload>;

/** Uploads a picture as soon as it is chosen, so that a file the shop cannot take is told before the form is sent. */
export function useUpload(first: string) {
  const [upload, setUpload] = useState<Upload>(
    first === '' ? { kind: 'none' } : { kind: 'there', url: first, fresh: false },
  );
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function choose(file: File | undefined): Promise<void> {
    running.current?.abort();
    if (file === undefined) return setUpload({ kind: 'none' });
    if (file.size > maxImageBytes)
      return setUpload({ kind: 'refused', sentence: 'The picture is larger than 8 MB.' });
    const controller = new AbortController();
    running.current = controller;
    const show = (next: Upload) => {
      if (running.current === controller && !controller.signal.aborted) setUpload(next);
    };
    show({ kind: 'sending', share: 0, preview: undefined });
    const preview = await dataUrlOf(file).catch(() => undefined);
    show({ kind: 'sending', share: 0, preview });
    try {
      const options = {
        signal: controller.signal,
        onProgress: (share: number) => show({ kind: 'sending', share, preview }),
      };
      const { data } = await call(
        'uploadImage',
        { body: new Uint8Array(await file.arrayBuffer()) },
        options,
      );
      show({ kind: 'there', url: data.url, fresh: true });
    } catch (error) {
      if (controller.signal.aborted) return;
      show({
        kind: 'refused',
        sentence: error instanceof ApiError ? error.message : 'The file could not be read.',
      });
    }
  }

  return { upload, choose, keep: (url: string) => setUpload({ kind: 'there', url, fresh: false }) };
}

/** The file as an address of its own: pages may show data, but no blobs (the content policy). */
function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () =>
      reject(reader.error ?? new Error('The file could not be read.')),
    );
    reader.readAsDataURL(file);
  });
}
