import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { callsWithoutSchemas } from '#web/vite-calls.ts';
import { chunkGroups, plainImports } from '#web/vite-chunks.ts';
import { pictureWidths } from '#web/vite-pictures.ts';
import { walls } from '#web/vite-guard.ts';

/** Each page loads the names of all scripts, and no compression makes a hash shorter: 42 bits are enough. */
const scriptName = 'assets/[name]-[hash:7].js';

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    walls(import.meta.dirname),
    callsWithoutSchemas(import.meta.dirname),
    plainImports(),
    pictureWidths(import.meta.dirname),
    tailwindcss(),
    reactRouter(),
  ],
  // Without the pages named here, a first visit in development finds new dependencies and loads React twice.
  optimizeDeps: {
    entries: ['web/root.tsx', 'web/entry.client.tsx', 'web/**/*-page.tsx', 'web/**/*-layout.tsx'],
  },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Each text of the specification is written where it is shown: 1 kB less on every page.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            codeSplitting: { groups: chunkGroups },
            entryFileNames: scriptName,
            chunkFileNames: scriptName,
          },
        },
      },
    },
  },
});
