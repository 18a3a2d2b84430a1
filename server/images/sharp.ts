import type { SharpConstructor } from 'sharp';

let loaded: Promise<SharpConstructor> | undefined;

/** Loaded with the first picture: it takes 0.1 s and 20 MB, and most processes never need it. */
export function loadSharp(): Promise<SharpConstructor> {
  return (loaded ??= import('sharp').then(({ default: sharp }) => {
    // A cache is useless: every upload is a new file.
    sharp.cache(false);
    // One thread besides the shop's own.
    sharp.concurrency(1);
    // Only these three formats: the library could also read PDF, SVG, GIF, TIFF and more.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
      ],
    });
    return sharp;
  }));
}
