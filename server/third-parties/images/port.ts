import type { ImageWidth } from '#contract/image-rules.ts';
import type { ImageUploaded } from '#contract/images.ts';

/** A picture in one of its widths, in pixels; narrower than the width's name when the original was. */
export interface Rendition {
  readonly width: number;
  readonly height: number;
  readonly webp: Buffer;
}

/** A picture that the shop encoded itself: no byte of the uploaded file is in it. */
export interface Picture {
  /** SHA-256 of what it holds, in hexadecimal: the same picture has the same name everywhere. */
  readonly id: string;
  readonly renditions: Readonly<Record<ImageWidth, Rendition>>;
}

/** Where pictures are kept (decisions: Parts, reviews, images). */
export interface Images {
  /**
   * Keeps a picture for good and answers as imgbb does; `data.url` is the address a page shows.
   * The same picture twice is kept once. Rejects with `ImagesUnavailable`.
   */
  store(picture: Picture): Promise<ImageUploaded>;
  /** Foreign origins that its addresses may have; empty when the shop serves its pictures itself. */
  readonly origins: readonly string[];
}

/** The image host cannot keep pictures just now; the cause says why. */
export class ImagesUnavailable extends Error {
  override readonly name = 'ImagesUnavailable';

  constructor(cause: unknown) {
    super('The image host did not keep the picture.', { cause });
  }
}
