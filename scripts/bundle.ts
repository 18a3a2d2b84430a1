// Of `npm run build`: makes the bundle of the server's sources in the folder BUNDLE_FOLDER (docs/decisions/0075-the-shop-in-one-file.md).
import path from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { root } from './run.ts';

/** The modules that are started by name: by `server/main.js`, and as a thread. */
const entries = {
  'run-shop': 'server/run-shop.ts',
  'engine-worker': 'server/db/embedded/engine-worker.ts',
};

/** Packages that read files beside their own, and those that few starts load. */
const notBundled = [/^node:/, 'sharp', /^@electric-sql\//, 'oidc-provider', 'vite', 'pg-native'];

/** Writes the bundle into a folder beside that of `bundleFolder`. Throws when it cannot be made. */
async function bundleInto(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, path.join(root, file)]),
    ),
    platform: 'node',
    external: notBundled,
    plugins: [sourcesInPlace(folder)],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // With the name of each source before its code.
    minify: false,
  });
  await bundle.close();
}

/** Files that a module reads beside itself stay where they are; a module that it starts as a thread is in the bundle. */
function sourcesInPlace(folder: string): Plugin {
  return {
    name: 'sources-in-place',
    transform: {
      filter: { code: /import\.meta\./ },
      handler(code, id) {
        if (!/^(?:server|contract)\b/.test(path.relative(root, id))) return undefined;
        const from = path.relative(folder, path.dirname(id)).replaceAll(path.sep, '/');
        const placed = code.replaceAll(
          /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.(\w+)/g,
          (_, thread: string | undefined, asked: string) => {
            if (thread === undefined) {
              if (asked === 'url')
                return `new URL('${from}/${path.basename(id)}', import.meta.url)`;
              if (asked === 'dirname') return `(import.meta.dirname + '/${from}')`;
              // What is not started itself is the same in a bundle.
              if (asked === 'main') return 'false';
              throw new Error(`${id} asks import.meta.${asked}, of which a bundle knows nothing.`);
            }
            if (thread in entries) return `new URL('./${thread}.js', import.meta.url)`;
            throw new Error(`${id} starts ${thread}.ts, which has to be an entry of the bundle.`);
          },
        );
        return { code: placed };
      },
    },
  };
}

const folder = process.env['BUNDLE_FOLDER'];
if (folder === undefined) throw new Error('BUNDLE_FOLDER is missing: npm run build names it.');
await bundleInto(folder);
