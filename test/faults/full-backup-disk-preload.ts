// Loaded by Node first (`--import …/full-backup-disk-preload.ts?BYTES`): the disk is full when a backup has so many bytes.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const room = Number(new URL(import.meta.url).search.slice(1));
let written = 0;

type Done = (error: Error | null, ...rest: unknown[]) => void;

/** Streams, and nothing else of the command, write with a callback. */
function withLimit(write: (...all: unknown[]) => void) {
  return (...all: unknown[]): void => {
    const pieces = [all[1]].flat() as Uint8Array[];
    written += pieces.reduce((bytes, piece) => bytes + piece.byteLength, 0);
    if (written <= room) return write(...all);
    const error = new Error('ENOSPC: no space left on device, write');
    const done = all.at(-1) as Done;
    process.nextTick(done, Object.assign(error, { code: 'ENOSPC', syscall: 'write' }));
  };
}

fs.write = withLimit(fs.write as (...all: unknown[]) => void) as typeof fs.write;
fs.writev = withLimit(fs.writev as (...all: unknown[]) => void) as typeof fs.writev;
syncBuiltinESMExports();
