// JavaScript up to the compile cache: for the first TypeScript file without one, Node loads a compiler of 18 MB (record 0057).
import '#server/start/production.js';
import '#server/start/heap.js';
import '#server/start/compile-cache.js';
import { bundledShop } from '#server/start/bundle.js';

/** `npm run dev` starts anew with each change of a source. */
const bundle = process.argv.includes('--dev') ? undefined : bundledShop();

// Not a static import, which would compile all of the shop before the cache is open.
const { runShop } = await (bundle === undefined ? import('./run-shop.ts') : import(bundle));
await runShop();
