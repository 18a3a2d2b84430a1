const startOfScan = 0xda;
const endOfImage = 0xd9;

/** How often a JPEG asks the decoder to go over its pixels; markers are followed as decoders follow them, up to the end of the image. */
export function countScans(jpeg: Buffer): number {
  let scans = 0;
  // Behind a marker come its data; between them, and in the pixels, everything but 0xFF and a marker is passed over.
  for (let at = jpeg.indexOf(0xff, 2); at !== -1; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1];
    if (marker === undefined || marker === endOfImage) return scans;
    if (marker === startOfScan) scans += 1;
    at += nextByte(jpeg, at, marker);
  }
  return scans;
}

/** How far it is from one 0xFF to where the next may stand. */
function nextByte(jpeg: Buffer, at: number, marker: number): number {
  // Of several 0xFF the last one counts.
  if (marker === 0xff) return 1;
  const hasNoData = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
  return hasNoData || at + 4 > jpeg.length ? 2 : 2 + jpeg.readUInt16BE(at + 2);
}
