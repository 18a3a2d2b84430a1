// Imported by server/main.js before the shop, for its effect: what Node compiled is kept for the next start (record 0057).
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { build } from '#server/build.js';
import { standardDataDir } from './standard-data-dir.js';

/** In the data folder. */
const folderName = 'compile-cache';

/**
 * Opens the cache of this build, unless the operator named another by NODE_COMPILE_CACHE, and removes those of other builds.
 * Where it cannot be kept, or others could write into it, the shop starts without it. A data folder that is not there yet is
 * not made: a start that is refused changes nothing.
 * @param {Record<string, string | undefined>} env
 */
function keepCompiled(env) {
  if ((env['NODE_COMPILE_CACHE'] ?? '') !== '') return;
  const dataDir = path.resolve(env['DATA_DIR']?.trim() || standardDataDir);
  const folder = path.join(dataDir, folderName);
  try {
    if (!lstatSync(dataDir).isDirectory()) return;
    mkdirSync(folder, { mode: 0o700, recursive: true });
    if (!isOnlyOurs(folder)) return;
    const own = path.join(folder, build.replaceAll(/[^\w.+-]/g, '_'));
    for (const other of readdirSync(folder))
      if (path.join(folder, other) !== own)
        rmSync(path.join(folder, other), { recursive: true, force: true });
    enableCompileCache(own);
    // Threads open it by the environment.
    env['NODE_COMPILE_CACHE'] = own;
  } catch {
    // Read-only, full or taken away meanwhile: only the start takes longer.
  }
}

/**
 * Whoever can write compiled code can have it run.
 * @param {string} folder
 */
function isOnlyOurs(folder) {
  const { uid, mode } = lstatSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

keepCompiled(process.env);
