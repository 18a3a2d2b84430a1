import type { ImageWidth } from '#contract/image-rules.ts';
import type { ImageUploaded } from '#contract/images.ts';

/** A picture in one of its widths, in pixels; narrower if the original is. */
export interface Rendition {
  readonly width: number;
  readonly height: number;
  readonly webp: Buffer;
}

/** A re-encoded picture: it contains no byte of the uploaded file. */
export interface Picture {
  /** SHA-256 of the content in hexadecimal, so the same picture always has the same id. */
  readonly id: string;
  readonly renditions: Readonly<Record<ImageWidth, Rendition>>;
}

/** An image host (decisions: Parts, reviews, images). */
export interface Images {
  /**
   * Stores a picture and answers in imgbb's format; `data.url` is the address for pages.
   * The same picture is stored once. Rejects with `ImagesUnavailable`.
   */
  store(picture: Picture): Promise<ImageUploaded>;
  /** Stores again what was removed of a picture since `store`; nothing where nothing can be removed. */
  storeMissing(picture: Picture): Promise<void>;
  /**
   * Removes all widths of the picture with this address; idempotent. A host that cannot remove pictures keeps them, as addresses
   * of another host are left alone. Rejects with `ImagesUnavailable`.
   */
  remove(url: string): Promise<void>;
  /** Foreign origins of its pictures; empty when the shop serves them itself. */
  readonly origins: readonly string[];
}

/** A host from which pictures can be had again, so that they can move to another one. */
export interface ReadableImages extends Images {
  /** How the addresses of its pictures begin. */
  readonly beginning: string;
  /** All widths of the picture with this address; undefined if one is missing, or the address is not of this host. Rejects with `ImagesUnavailable`. */
  read(url: string): Promise<Readonly<Record<ImageWidth, Buffer>> | undefined>;
}

/** The image host cannot be used just now; the cause says why. */
export class ImagesUnavailable extends Error {
  override readonly name = 'ImagesUnavailable';

  constructor(cause: unknown) {
    super('The image host cannot be used just now.', { cause });
  }
}
