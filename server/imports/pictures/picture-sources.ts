import type { WantedPart } from '#server/imports/wanted-part.ts';
import { addressFault } from './fetch-picture.ts';
import type { PictureArchive } from './picture-archive.ts';
import type { PictureErrorCode } from './picture-error.ts';

/** The shop's own pictures, as an export writes them. */
const ownPicture = /^\/(?:images|pictures)\//;
const webAddress = /^[a-z][a-z\d+.-]*:\/\//i;

/** Whether a file names a picture that has to be taken first: by an address of the web, or by a name in the archive beside it. */
export function isSource(image: string): boolean {
  return !ownPicture.test(image);
}

export function isAddress(source: string): boolean {
  return webAddress.test(source);
}

/** All pictures that a file names for a part and that have to be taken. */
export function sourcesOf({ image, pictures = [] }: WantedPart): string[] {
  const named = [...(image === undefined ? [] : [image]), ...pictures.map((one) => one.image)];
  return named.filter(isSource);
}

/** Why a picture cannot be had, as far as it can be said without fetching or reading it; undefined if it may be. */
export function sourceFault(
  source: string,
  archive: PictureArchive | undefined,
): PictureErrorCode | undefined {
  if (isAddress(source)) return addressFault(source);
  return archive === undefined ? 'picture_without_archive' : archive.faultOf(source);
}
