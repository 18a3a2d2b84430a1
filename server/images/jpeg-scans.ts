const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Counts the scans of a JPEG, each a pass of the decoder over all pixels. Follows markers up to the end of the image, as decoders do. */
export function countScans(jpeg: Buffer): number {
  let scans = 0;
  // A marker is followed by its data; everything else up to the next 0xFF is skipped.
  for (let at = jpeg.indexOf(0xff, 2); at !== -1; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1];
    if (marker === undefined || marker === endOfImage) return scans;
    if (marker === startOfScan) scans += 1;
    at += nextByte(jpeg, at, marker);
  }
  return scans;
}

/** The distance from one 0xFF to where the next marker may begin. */
function nextByte(jpeg: Buffer, at: number, marker: number): number {
  // Padding: the last of several 0xFF counts.
  if (marker === 0xff) return 1;
  const hasNoData = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
  return hasNoData || at + 4 > jpeg.length ? 2 : 2 + jpeg.readUInt16BE(at + 2);
}
