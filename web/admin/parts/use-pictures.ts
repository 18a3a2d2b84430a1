import { useState } from 'react';
import type { SeenFacts } from '#contract/parts.ts';
import { useMorePictures } from './use-more-pictures.ts';
import { useUpload } from './use-upload.ts';

/** The pictures of a form: the first and further ones, and the ways to change them. */
export type Pictures = ReturnType<typeof usePictures>;

type PictureFacts = Partial<Pick<SeenFacts, 'image' | 'imageAlt' | 'pictures'>>;

/** Keeps the pictures of a form, and what is seen on them. */
export function usePictures(start: PictureFacts) {
  const first = useUpload(start.image ?? '');
  const [alt, setAlt] = useState(start.imageAlt ?? '');
  const others = useMorePictures(start.pictures ?? []);
  const { more, change, remove, keep } = others;

  /** Changes places with the first one, which stays among the others. */
  function makeFirst(key: string) {
    const chosen = more.find((one) => one.key === key);
    if (chosen?.upload.kind !== 'there') return;
    first.keep(chosen.upload.url);
    setAlt(chosen.alt);
    if (first.upload.kind === 'there') change(key, { upload: first.upload, alt });
    else if (alt === '') remove(key);
    else change(key, { upload: first.upload, alt });
  }
  /** Shows what the shop has. */
  function take({ image, imageAlt, pictures }: PictureFacts) {
    if (image !== undefined) first.keep(image);
    if (imageAlt !== undefined) setAlt(imageAlt);
    if (pictures !== undefined) keep(pictures);
  }
  const sending = [first, ...more].some(({ upload }) => upload.kind === 'sending');
  return { ...others, first, alt, setAlt, makeFirst, take, sending };
}
