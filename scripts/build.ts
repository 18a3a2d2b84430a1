import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { dayMs } from '#contract/durations.ts';
import { bundleFolder } from '#server/start/bundle.js';
import { buildsFolder } from '#server/http/built-pages.ts';
import { printAside } from '#server/print.ts';
import { compressAssets } from './compress.ts';
import { publishBuild } from './publish-build.ts';
import { root, run } from './run.ts';

/** What the pages are built from: a change of these needs a new build. */
const sources = [
  'web',
  'contract',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'scripts/compress.ts',
];

function filesBelow(entry: string): string[] {
  const full = path.join(root, entry);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [entry];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && !found.name.endsWith('.test.ts'))
    .map((found) => path.relative(root, path.join(found.parentPath, found.name)));
}

function stampOfSources(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesBelow).toSorted()) {
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(path.join(root, file)))
        .digest(),
    );
  }
  return hash.digest('hex');
}

/** Builds the pages if their sources changed since the last build. Throws when the build fails. */
export async function buildPages(): Promise<void> {
  await publishBuild(buildsFolder, stampOfSources().slice(0, 16), async (folder) => {
    printAside('Building the pages …');
    const { ok, output } = await run('react-router', ['build'], {
      // What the builder compiles is not for the shop's compile cache.
      env: { NODE_ENV: 'production', BUILD_FOLDER: folder, NODE_DISABLE_COMPILE_CACHE: '1' },
      quiet: true,
    });
    if (!ok) throw new Error(`The pages do not build:\n${output}`);
    compressAssets(path.join(folder, 'client'));
  });
}

/** Makes the bundle of the server's sources if they changed since the last one. Throws when it cannot be made. */
export async function bundleShop(): Promise<void> {
  const { dir, base } = path.parse(bundleFolder());
  await publishBuild(
    dir,
    base,
    async (folder) => {
      // A process of its own: the bundler's memory is not for the shop's.
      const { ok, output } = await run('node', ['scripts/bundle.ts'], {
        env: { BUNDLE_FOLDER: folder, NODE_DISABLE_COMPILE_CACHE: '1' },
        quiet: true,
      });
      if (!ok) throw new Error(`The shop cannot be bundled:\n${output}`);
    },
    dayMs,
  );
}

if (import.meta.main) {
  await bundleShop();
  await buildPages();
}
