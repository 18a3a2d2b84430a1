import path from 'node:path';
import { dayMs } from '#contract/durations.ts';
import { bundleFolder } from '#server/start/bundle.js';
import { sourceHash } from '#server/start/source-hash.js';
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

/** Builds the pages if their sources changed since the last build. Throws when the build fails. */
export async function buildPages(): Promise<void> {
  const name = sourceHash(root, sources, (file) => !file.endsWith('.test.ts'));
  await publishBuild(buildsFolder, name, async (folder) => {
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
