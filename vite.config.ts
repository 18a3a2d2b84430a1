import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/** Pages may use contract and web only: server code imported by a page would otherwise be shipped to browsers. */
function walls(): Plugin {
  const ownFolders = [path.join(root, 'web') + path.sep, path.join(root, 'contract') + path.sep];
  return {
    name: 'walls',
    enforce: 'pre',
    resolveId(source, importer) {
      const ours = importer !== undefined && ownFolders.some((folder) => importer.startsWith(folder));
      if (ours && /^(#server\/|#test\/|node:|server\/)/.test(source)) {
        throw new Error(`${path.relative(root, importer)} may not import ${source}: pages know only #contract and #web.`);
      }
      return null;
    },
  };
}

export default defineConfig({
  publicDir: 'web/public',
  plugins: [walls(), tailwindcss(), reactRouter()],
  // Without the pages named here, a first visit in development finds new dependencies and loads React twice.
  optimizeDeps: { entries: ['web/root.tsx', 'web/entry.client.tsx', 'web/**/*-page.tsx', 'web/**/*-layout.tsx'] },
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
