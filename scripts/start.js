// `npm start`: builds the pages if needed and runs the shop in this same process, so that signals reach it.
import '#server/start/compile-cache.js';

const { buildPages } = await import('./build.ts');
await buildPages();
await import('#server/main.js');
