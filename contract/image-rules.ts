/** Bytes of the largest picture the shop takes: 8 MB. */
export const maxImageBytes = 8 * 1024 * 1024;

/** Widths, in pixels, in which every picture is stored. */
export const imageWidths = [320, 640, 1280] as const;

export type ImageWidth = (typeof imageWidths)[number];

const ownImage = /^(\/images\/[0-9a-f]{64})-(?:320|640|1280)\.webp$/;

/** The picture's address in another width, for `srcset`; addresses of other hosts are not changed. */
export function imageAt(url: string, width: ImageWidth): string {
  return url.replace(ownImage, `$1-${width}.webp`);
}

/** Every width of a picture as an `srcset`; undefined for pictures that exist in one width only. */
export function imageSourceSet(url: string): string | undefined {
  return ownImage.test(url)
    ? imageWidths.map((width) => `${imageAt(url, width)} ${width}w`).join(', ')
    : undefined;
}

/** Size, in pixels, of the pictures that other sites show beside a link to a page. */
export const linkPictureSize = { width: 1200, height: 630 } as const;

const shownHere = /^\/(?:(images\/[0-9a-f]{64})-(?:320|640|1280)|(pictures\/[\w-]+))\.webp$/;

/** Where a picture that the shop serves itself is had as such a JPEG; undefined for pictures of other hosts. */
export function linkPictureOf(url: string): string | undefined {
  const [, uploaded, ours] = shownHere.exec(url) ?? [];
  const name = uploaded ?? ours;
  return name === undefined ? undefined : `/link-pictures/${name}.jpg`;
}
