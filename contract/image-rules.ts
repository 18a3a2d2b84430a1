/** Bytes of the largest picture the shop takes: 8 MB. */
export const maxImageBytes = 8 * 1024 * 1024;

/** Widths, in pixels, in which every uploaded picture is stored. */
export const imageWidths = [320, 640, 1280] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** How wide the pictures of parts are that come with the shop (web/public/pictures). */
const shippedWidth = 800;

/** The widths in which these exist besides: the build makes them. */
export const shippedSmallerWidths = [320, 640] as const;

/** Of the shop itself, or of a bucket; imgbb keeps each width at another address. */
const uploadedImage =
  /^((?:https?:\/\/[^/?#]+(?:\/[\w.~%-]+)*)?\/images\/[0-9a-f]{64})-(?:320|640|1280)\.webp$/;
const shipped = /^(\/pictures\/[a-z-]+)\.webp$/;

/** The picture's address in another width, for `srcset`; addresses of pictures that exist in one width only are not changed. */
export function imageAt(url: string, width: ImageWidth): string {
  const others = width < shippedWidth ? url.replace(shipped, `$1-${width}.webp`) : url;
  return others.replace(uploadedImage, `$1-${width}.webp`);
}

/** Every width of a picture as an `srcset`; undefined for pictures that exist in one width only. */
export function imageSourceSet(url: string): string | undefined {
  if (shipped.test(url))
    return [
      ...shippedSmallerWidths.map((width) => sourceAt(url, width)),
      `${url} ${shippedWidth}w`,
    ].join(', ');
  return uploadedImage.test(url)
    ? imageWidths.map((width) => sourceAt(url, width)).join(', ')
    : undefined;
}

/** The address without where the picture is kept: of the same picture it is the same, in a bucket and on disk. */
export function withoutHost(url: string): string {
  return uploadedImage.test(url) ? url.slice(url.lastIndexOf('/images/')) : url;
}

const sourceAt = (url: string, width: ImageWidth): string => `${imageAt(url, width)} ${width}w`;

/** Size, in pixels, of the pictures that other sites show beside a link to a page. */
export const linkPictureSize = { width: 1200, height: 630 } as const;

const shownHere = /^\/(?:(images\/[0-9a-f]{64})-(?:320|640|1280)|(pictures\/[\w-]+))\.webp$/;

/** Where a picture that the shop serves itself is had as such a JPEG; undefined for pictures of other hosts. */
export function linkPictureOf(url: string): string | undefined {
  const [, uploaded, ours] = shownHere.exec(url) ?? [];
  const name = uploaded ?? ours;
  return name === undefined ? undefined : `/link-pictures/${name}.jpg`;
}
