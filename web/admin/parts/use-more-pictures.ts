import { useEffect, useRef, useState } from 'react';
import { mostOfAPart } from '#contract/part-list-rules.ts';
import type { PartPicture } from '#contract/part-lists.ts';
import { uploadPicture, type Upload } from './upload-picture.ts';

/** A further picture of a form. */
export interface MorePicture {
  readonly key: string;
  readonly upload: Upload;
  /** What is seen on it. */
  readonly alt: string;
}

/** Keeps the further pictures of a form in their order; chosen files are uploaded at once, each by itself, as many as there is room for. */
export function useMorePictures(start: readonly PartPicture[]) {
  const [more, setMore] = useState(() => start.map(keptPicture));
  // Of the files that were chosen last.
  const [leftOut, setLeftOut] = useState(0);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const upload of uploads.values()) upload.abort();
    };
  }, []);

  function change(key: string, to: Partial<MorePicture>) {
    setMore((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  }
  function add(files: readonly File[]) {
    const taken = files.slice(0, roomBeside(more));
    setLeftOut(files.length - taken.length);
    for (const file of taken) {
      const key = newKey();
      setMore((all) => [...all, { key, upload: { kind: 'none' }, alt: '' }]);
      put(key, file);
    }
  }
  /** Uploads a file for a picture that is there: what is typed beside it stays. */
  function put(key: string, file: File) {
    running.current.get(key)?.abort();
    const controller = new AbortController();
    running.current.set(key, controller);
    void uploadPicture(file, controller.signal, (upload) => change(key, { upload }));
  }
  function remove(key: string) {
    running.current.get(key)?.abort();
    setLeftOut(0);
    setMore((all) => all.filter((one) => one.key !== key));
  }
  /** Shows other pictures instead. Those that were refused stay, with what is typed beside them. */
  function keep(pictures: readonly PartPicture[]) {
    for (const upload of running.current.values()) upload.abort();
    setLeftOut(0);
    setMore((all) => [
      ...pictures.map(keptPicture),
      ...all.filter(({ upload }) => upload.kind === 'refused'),
    ]);
  }
  const move = (key: string, by: 1 | -1) => setMore((all) => moved(all, key, by));
  return { more, leftOut, add, put, change, remove, move, keep };
}

/** For how many pictures a part with these has room. */
export function roomBeside(more: readonly MorePicture[]): number {
  return Math.max(0, mostOfAPart.pictures - more.length);
}

/** The same pictures with this one a place up or down. */
export function moved(all: readonly MorePicture[], key: string, by: 1 | -1): MorePicture[] {
  const from = all.findIndex((one) => one.key === key);
  const [one] = all.slice(from, from + 1);
  if (one === undefined) return [...all];
  return all.toSpliced(from, 1).toSpliced(Math.max(0, from + by), 0, one);
}

let keys = 0;
const newKey = () => String((keys += 1));

function keptPicture({ image, alt }: PartPicture): MorePicture {
  return { key: newKey(), upload: { kind: 'there', url: image, fresh: false }, alt };
}
