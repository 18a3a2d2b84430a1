import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A small valid picture, from which attacks are made. */
export function honest(
  format: 'jpeg' | 'png' | 'webp',
  width = 300,
  height = 200,
): Promise<Buffer> {
  // Noise, so that half of the file is about half of the picture.
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => (at * 7919 + (at % 97) * 31) % 256),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** One chunk of a PNG with its checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Signature and IHDR with its length, type and checksum. */
const pngHeadBytes = 8 + 25;

/** A PNG of grey pixels whose header claims any size; the data behind it is a few bytes. */
export function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])]);
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Inserts chunks after a PNG's header. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, pngHeadBytes), ...chunks, png.subarray(pngHeadBytes)]);
}

/** An animated PNG of two frames that are the same. */
export async function animatedPng(): Promise<Buffer> {
  const png = await honest('png');
  const frame = Buffer.concat([
    uint32(0),
    uint32(300),
    uint32(200),
    uint32(0),
    uint32(0),
    Buffer.from([0, 1, 0, 10, 0, 0]),
  ]);
  return withChunks(
    png,
    chunk('acTL', Buffer.concat([uint32(2), uint32(0)])),
    chunk('fcTL', frame),
  );
}

/** A text chunk of a few kilobytes that unpacks to 400 MB. */
export async function pngWithTextBomb(): Promise<Buffer> {
  const text = deflateSync(Buffer.alloc(400 * 1024 * 1024), { level: 9 });
  return withChunks(
    await honest('png'),
    chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), text])),
  );
}

/** The same for a colour profile, which decoders want to read. */
export async function pngWithProfileBomb(): Promise<Buffer> {
  const profile = deflateSync(Buffer.alloc(400 * 1024 * 1024), { level: 9 });
  return withChunks(
    await honest('png'),
    chunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), profile])),
  );
}

/** A JPEG whose frame header claims any size. */
export async function jpegThatClaims(width: number, height: number): Promise<Buffer> {
  const jpeg = Buffer.from(await honest('jpeg'));
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** A segment of a JPEG: marker, length, data. */
function segment(marker: number, ...data: number[]): Buffer {
  return Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data]);
}

/**
 * A grey progressive JPEG that sends every coefficient bit by bit, in 883 scans that all say "nothing here": valid to the
 * last bit, a few kilobytes, and 883 passes over all blocks for the decoder.
 */
export function jpegOfManyScans(side: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  const size = [side >> 8, side & 0xff];
  // One code of one bit in each Huffman table: "no difference" for DC, "16383 blocks and more end here" for AC.
  const table = (kind: number, symbol: number) =>
    segment(0xc4, kind, 1, ...Array<number>(15).fill(0), symbol);
  const endOfBlocks = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767));
  const bytes = (
    endOfBlocks.padEnd(Math.ceil(endOfBlocks.length / 8) * 8, '1').match(/.{8}/g) ?? []
  ).map((bits) => Number.parseInt(bits, 2));
  const nothing = Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0x00] : [byte])));
  const scans = Array.from({ length: 63 * 14 }, (_, at) => {
    const [coefficient, bit] = [1 + Math.floor(at / 14), 13 - (at % 14)];
    const bitBefore = bit === 13 ? 0 : bit + 1;
    return Buffer.concat([
      segment(0xda, 1, 1, 0, coefficient, coefficient, (bitBefore << 4) | bit),
      nothing,
    ]);
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, ...size, ...size, 1, 1, 0x11, 0),
    table(0x00, 0),
    table(0x10, 0xe0),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...scans,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A WebP whose picture claims 16,383 × 16,383, the most the format can say. */
export async function webpThatClaims(): Promise<Buffer> {
  const webp = Buffer.from(await honest('webp'));
  const size = webp.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3;
  webp.writeUInt16LE(16_383, size);
  webp.writeUInt16LE(16_383, size + 2);
  return webp;
}

/** Two frames that follow each other. */
export function animation(format: 'webp' | 'gif'): Promise<Buffer> {
  const frames = Buffer.concat([
    Buffer.alloc(100 * 100 * 3, 0x20),
    Buffer.alloc(100 * 100 * 3, 0xe0),
  ]);
  return sharp(frames, { raw: { width: 100, height: 200, channels: 3, pageHeight: 100 } })
    .toFormat(format)
    .toBuffer();
}

/** An animation whose header claims that it is none. */
export async function secretAnimation(): Promise<Buffer> {
  const webp = Buffer.from(await animation('webp'));
  webp[20] = (webp[20] ?? 0) & ~0x02;
  return webp;
}
