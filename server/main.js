// JavaScript up to the compile cache: for the first TypeScript file without one, Node loads a compiler of 18 MB (record 0057).
import '#server/start/production.js';
import '#server/start/heap.js';
import '#server/start/compile-cache.js';

// Not a static import, which would compile all of the shop before the cache is open.
await import('./run-shop.ts');
