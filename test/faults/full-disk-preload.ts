// Loaded by Node first, in every thread (`--import …/full-disk-preload.ts?FLAG`): while the file FLAG exists, the disk is full.
// As on a real full disk, files can be overwritten but not grow. The embedded engine uses the calls that are replaced here.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const flag = decodeURIComponent(new URL(import.meta.url).search.slice(1));
const { writeSync, writevSync, existsSync, fstatSync } = fs;

function refuseToGrow(file: number, end: number): void {
  if (!existsSync(flag)) return;
  const is = fstatSync(file);
  if (!is.isFile() || end <= is.size) return;
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    errno: -28,
    syscall: 'write',
  });
}

const write = writeSync as (...all: unknown[]) => number;
fs.writeSync = (
  file: number,
  data: NodeJS.ArrayBufferView | string,
  ...rest: unknown[]
): number => {
  const [, length, position] = rest as (number | null | undefined)[];
  // Only the engine writes at positions; log lines have none.
  if (typeof data !== 'string' && typeof position === 'number')
    refuseToGrow(file, position + (length ?? data.byteLength));
  return write(file, data, ...rest);
};
fs.writevSync = (file, pieces, position): number => {
  if (typeof position === 'number')
    refuseToGrow(file, position + pieces.reduce((bytes, piece) => bytes + piece.byteLength, 0));
  return writevSync(file, pieces, position);
};
syncBuiltinESMExports();
