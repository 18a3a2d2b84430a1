// Loaded by Node first (`--import …/kill-at-rename-preload.ts?PLACE`): the process is killed when it moves a file or folder to this place.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const place = decodeURIComponent(new URL(import.meta.url).search.slice(1));
const { renameSync } = fs;

fs.renameSync = (from, to) => {
  if (String(to) === place) process.kill(process.pid, 'SIGKILL');
  renameSync(from, to);
};
syncBuiltinESMExports();
