import { countScans } from './jpeg-scans.ts';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Encoders write at most about twenty scans. A small file can contain thousands, each a pass over all pixels that the
 * decoder's timeout does not interrupt: a file of 130 kB took 70 seconds.
 */
const maxJpegScans = 32;

/**
 * Whether these bytes may be decoded: a JPEG, PNG or WebP that is not animated and not slow on purpose. Checks the
 * content only, because clients may send any content type.
 */
export function isSafeToDecode(bytes: Buffer): boolean {
  if (startsWith(bytes, jpegSignature)) return countScans(bytes) <= maxJpegScans;
  if (startsWith(bytes, pngSignature)) return !isAnimatedPng(bytes);
  return isWebp(bytes) && !isAnimatedWebp(bytes);
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

/** An animated PNG has an acTL chunk before its first image (PNG 3rd edition, 11.3.6.1). */
function isAnimatedPng(png: Buffer): boolean {
  for (let at = pngSignature.length; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** The animation flag of the extended header (RFC 9649, 2.7). */
function isAnimatedWebp(webp: Buffer): boolean {
  return webp.toString('latin1', 12, 16) === 'VP8X' && ((webp[20] ?? 0) & 0x02) !== 0;
}
