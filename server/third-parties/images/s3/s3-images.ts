import { imageWidths, type ImageWidth } from '#contract/image-rules.ts';
import { idIn, nameOf, uploadedAt, widthsOf } from '#server/third-parties/images/kept-picture.ts';
import {
  ImagesUnavailable,
  type Picture,
  type ReadableImages,
} from '#server/third-parties/images/port.ts';
import { objectsOf, type Bucket } from './bucket.ts';

/** A bucket, and where browsers read what is in it. */
export interface S3Setup extends Bucket {
  /** Without a slash at its end; the object `images/a` is at `<publicUrl>/images/a`. */
  readonly publicUrl: string;
}

/** By this folder pages know that the other widths are beside an address (contract/image-rules.ts). */
const folder = 'images/';

/** Stores pictures in a bucket, which all copies of the shop reach: an object for each width, named by the hash of the content. */
export function s3Images({ publicUrl, ...bucket }: S3Setup, waitMs?: number): ReadableImages {
  const objects = objectsOf(bucket, waitMs);
  const beginning = `${publicUrl}/${folder}`;
  const keyOf = (id: string, width: ImageWidth) => `${folder}${nameOf(id, width)}`;
  const write = (picture: Picture) =>
    ofAll((width) => objects.put(keyOf(picture.id, width), picture.renditions[width].webp));
  return {
    origins: [new URL(publicUrl).origin],
    beginning,
    async store(picture) {
      await write(picture);
      return uploadedAt(beginning, picture);
    },
    async storeMissing(picture) {
      await write(picture);
    },
    async remove(url) {
      const id = idIn(url, beginning);
      if (id !== undefined) await ofAll((width) => objects.delete(keyOf(id, width)));
    },
    async read(url) {
      const id = idIn(url, beginning);
      if (id === undefined) return undefined;
      return orUnavailable(() => widthsOf((width) => objects.get(keyOf(id, width))));
    },
  };
}

function ofAll(work: (width: ImageWidth) => Promise<void>): Promise<void[]> {
  return orUnavailable(() => Promise.all(imageWidths.map(work)));
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new ImagesUnavailable(cause);
  }
}
