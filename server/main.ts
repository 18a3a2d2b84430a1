import '#server/start/production.ts';
import '#server/start/heap.ts';
import '#server/start/compile-cache.ts';

// Not a static import, which would compile all of the shop before the cache is open.
await import('./run-shop.ts');
