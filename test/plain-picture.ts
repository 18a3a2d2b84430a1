import sharp from 'sharp';

/** A file with a picture of one colour; another number, another picture. */
export function plainPicture(number: number): Promise<Buffer> {
  const background = { r: (number * 67) % 256, g: (number * 151) % 256, b: (number * 29) % 256 };
  return sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
}
