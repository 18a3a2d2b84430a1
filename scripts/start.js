// `npm start`: builds the shop if needed and runs the shop in this same process, so that signals reach it.
import '#server/start/compile-cache.js';

const { buildPages, bundleShop } = await import('./build.ts');
await bundleShop();
await buildPages();
await import('#server/main.js');
