import type { ImageWidth } from '#contract/image-rules.ts';
import type { ImageUploaded } from '#contract/images.ts';
import type { Picture } from './port.ts';

/** The name under which a width of a picture is kept, on disk as in a bucket. */
export function nameOf(id: string, width: ImageWidth): string {
  return `${id}-${width}.webp`;
}

const ownName = /^([0-9a-f]{64})-(?:320|640|1280)\.webp$/;

/** The id of the picture whose address begins with `beginning` and ends in one of its names; undefined for any other address. */
export function idIn(url: string, beginning: string): string | undefined {
  return url.startsWith(beginning) ? ownName.exec(url.slice(beginning.length))?.[1] : undefined;
}

/** What `read` gives of each width; undefined if it has not all of them. */
export async function widthsOf(
  read: (width: ImageWidth) => Promise<Buffer | undefined>,
): Promise<Readonly<Record<ImageWidth, Buffer>> | undefined> {
  const [small, middle, large] = await Promise.all([read(320), read(640), read(1280)]);
  if (small === undefined || middle === undefined || large === undefined) return undefined;
  return { 320: small, 640: middle, 1280: large };
}

/** In imgbb's terms: `thumb` is the smallest width, `medium` the one for pages, `image` the largest. */
export function uploadedAt(beginning: string, { id, renditions }: Picture): ImageUploaded {
  const at = (width: ImageWidth) => {
    const { width: wide, height } = renditions[width];
    return { url: `${beginning}${nameOf(id, width)}`, width: wide, height };
  };
  const shown = at(640);
  const { length: size } = renditions[640].webp;
  const data = {
    id,
    ...shown,
    display_url: shown.url,
    size,
    image: at(1280),
    thumb: at(320),
    medium: shown,
    delete_url: null,
  };
  return { success: true, status: 200, data };
}
