import { createHash } from 'node:crypto';
import type { SharpConstructor, SharpOptions } from 'sharp';
import { imageWidths, type ImageWidth } from '#contract/image-rules.ts';
import { refuse } from '#server/http/refusal.ts';
import { isSafeToDecode } from './decode-guard.ts';
import { loadSharp } from './sharp.ts';
import type { Picture, Rendition } from '#server/third-parties/images/port.ts';
import { workQueue } from '#server/work-queue.ts';

const maxPixels = 40_000_000;
/** The longest side a WebP can have. */
const maxWebpSide = 16_383;
const webpQuality = 78;
/** The decoder checks this timeout between rows; `isSafeToDecode` refuses files that take long before the first row. */
const maxDecodeSeconds = 10;

const [smallest, middle, largest] = imageWidths;
/** One at a time, so that on the smallest machine (two processors) one is left for the shop. */
const inTurn = workQueue({ atOnce: 1, waiting: 8, waitingOfGroup: 2 });

/** Refuses broken and too large pictures. */
const strict: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true };

/**
 * Decodes a picture and encodes it again in every width, upright and in sRGB, so that metadata and everything else beside
 * the pixels is dropped. Refuses with `image_not_accepted`; rejects with `QueueFull` when too many wait, of all or of this
 * `customer`, who leaves room for those of admins.
 */
export async function reEncode(bytes: Buffer, customer?: string): Promise<Picture> {
  if (!isSafeToDecode(bytes)) refuse('image_not_accepted');
  const work = async () => {
    const sharp = await loadSharp();
    const pixels = await decode(sharp, bytes);
    const at = (width: ImageWidth) => encode(sharp, pixels, width);
    return named({
      [smallest]: await at(smallest),
      [middle]: await at(middle),
      [largest]: await at(largest),
    });
  };
  return inTurn(work, { group: customer });
}

interface Pixels {
  readonly data: Buffer;
  readonly raw: {
    readonly width: number;
    readonly height: number;
    readonly channels: 1 | 2 | 3 | 4;
  };
}

/** The pixels in the largest width we keep; the file is decoded only once. */
async function decode(sharp: SharpConstructor, bytes: Buffer): Promise<Pixels> {
  try {
    const { autoOrient, pages = 1 } = await sharp(bytes, strict).metadata();
    const { width, height } = autoOrient;
    const keptHeight = (height * Math.min(width, largest)) / width;
    if (pages > 1 || width * height > maxPixels || keptHeight > maxWebpSide)
      throw new Error(`${width} × ${height}, ${pages} pages`);
    const { data, info } = await sharp(bytes, strict)
      .autoOrient()
      .resize({ width: largest, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .timeout({ seconds: maxDecodeSeconds })
      .toBuffer({ resolveWithObject: true });
    return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
  } catch (cause) {
    refuse('image_not_accepted', { cause });
  }
}

/** Small pictures are not enlarged: they keep their size in every width. */
async function encode(
  sharp: SharpConstructor,
  { data, raw }: Pixels,
  width: ImageWidth,
): Promise<Rendition> {
  const { data: webp, info } = await sharp(data, { raw })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: webpQuality })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, webp };
}

function named(renditions: Picture['renditions']): Picture {
  return { id: idOf((width) => renditions[width].webp), renditions };
}

/** The id of the picture with these widths (`Picture.id`). */
export function idOf(bytesAt: (width: ImageWidth) => Buffer): string {
  const hash = createHash('sha256');
  for (const width of imageWidths) hash.update(bytesAt(width));
  return hash.digest('hex');
}
