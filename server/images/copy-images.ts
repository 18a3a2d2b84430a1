import { imageWidths, type ImageWidth } from '#contract/image-rules.ts';
import { mapLimit } from '#server/map-limit.ts';
import type { Picture, ReadableImages, Rendition } from '#server/third-parties/images/port.ts';
import {
  deleteMovedImage,
  insertMovedImage,
  listImagesFrom,
  replaceAddress,
  type Move,
} from './moved-store.ts';
import { idOf } from './re-encode.ts';
import { loadSharp } from './sharp.ts';
import type { Shop } from '#server/shop.ts';

/** Where pictures come from. */
export interface ImageSource {
  /** How the addresses of its pictures begin. */
  readonly beginning: string;
  /** The picture at an address, or in a few words why it cannot be had. Rejects with `ImagesUnavailable`. */
  take(url: string): Promise<Picture | string>;
}

/** What a copying did. */
export interface Copied {
  readonly pictures: number;
  /** Rows that name the new address instead of the old one. */
  readonly rows: number;
  /** The addresses of pictures that stay where they are, and why. */
  readonly left: readonly { readonly url: string; readonly reason: string }[];
}

const mostListed = 100;
const mostAtOnce = 4;

/**
 * Moves all pictures of one host to another while shops go on: each is written there and read again, its new address is recorded, parts and
 * orders get it a few rows at a time, and when nothing shows the old address any more that is forgotten. Each step may be repeated: whoever
 * is killed begins again. What is at the source stays there. Rejects with `ImagesUnavailable`.
 */
export async function copyImages(
  shop: Pick<Shop, 'db' | 'clock'>,
  source: ImageSource,
  target: ReadableImages,
): Promise<Copied> {
  const left: { url: string; reason: string }[] = [];
  let [pictures, rows, above] = [0, 0, ''];
  for (;;) {
    const wanted = { beginning: source.beginning, above, most: mostListed };
    const urls = await listImagesFrom(shop.db, wanted);
    await mapLimit(urls, mostAtOnce, async (url) => {
      const done = await moveImage(shop, url, source, target);
      if (typeof done === 'string') return left.push({ url, reason: done });
      pictures += 1;
      return (rows += done);
    });
    const last = urls.at(-1);
    if (last === undefined) return { pictures, rows, left };
    above = last;
  }
}

/** Answers how many rows got the new address, or why the picture stays. */
async function moveImage(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  from: string,
  source: ImageSource,
  target: ReadableImages,
): Promise<number | string> {
  const picture = await source.take(from);
  if (typeof picture === 'string') return picture;
  const to = (await target.store(picture)).data.url;
  const move: Move = { from, to };
  if (!(await insertMovedImage(db, move, clock.now())))
    return 'nothing showed it, and it was deleted meanwhile';
  // What was there of it may have been deleted until its address was recorded.
  await target.storeMissing(picture);
  const kept = await target.read(to);
  if (kept === undefined || idOf((width) => kept[width]) !== picture.id)
    return 'it is not the same at the new place: something else is kept there under its name';
  let rows = await replaceAddress(db, move);
  while (!(await deleteMovedImage(db, move))) rows += await replaceAddress(db, move);
  return rows;
}

/** The pictures of a host that keeps them as they were made. */
export function keptAt(host: ReadableImages): ImageSource {
  return {
    beginning: host.beginning,
    async take(url) {
      const widths = await host.read(url);
      if (widths === undefined) return 'one of its widths is missing';
      const id = idOf((width) => widths[width]);
      if (!url.startsWith(`${host.beginning}${id}-`)) return 'it is damaged: its hash is another';
      return { id, renditions: await renditionsOf(widths) };
    },
  };
}

async function renditionsOf(
  widths: Readonly<Record<ImageWidth, Buffer>>,
): Promise<Picture['renditions']> {
  const sharp = await loadSharp();
  const rendition = async (width: ImageWidth): Promise<Rendition> => {
    const its = await sharp(widths[width]).metadata();
    return { width: its.width, height: its.height, webp: widths[width] };
  };
  const [small, middle, large] = imageWidths;
  return {
    [small]: await rendition(small),
    [middle]: await rendition(middle),
    [large]: await rendition(large),
  };
}
