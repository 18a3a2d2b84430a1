import { builtinModules } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const builtins = new Set(builtinModules);

/** Pages may use contract/ and web/ only: server code imported by a page passes the compiler and would be shipped to browsers. */
export function walls(root: string): Plugin {
  const ownFolders = [path.join(root, 'web') + path.sep, path.join(root, 'contract') + path.sep];
  const fenced = [path.join(root, 'server') + path.sep, path.join(root, 'test') + path.sep];
  return {
    name: 'walls',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !ownFolders.some((folder) => importer.startsWith(folder)))
        return null;
      const target = source.startsWith('.')
        ? path.join(path.dirname(importer), source)
        : path.resolve(root, source);
      const walled =
        /^(?:#server\/|#test\/|node:)/.test(source) ||
        builtins.has(source) ||
        fenced.some((folder) => target.startsWith(folder));
      if (walled)
        throw new Error(
          `${path.relative(root, importer)} may not import ${source}: pages know only #contract and #web.`,
        );
      return null;
    },
  };
}
