// `npm start`: the real shop. One process from here on, so that a signal sent to npm reaches the server itself.
import { buildPages } from './build.ts';

// Before anything imports React: unset means development React, at twice the work per page.
process.env.NODE_ENV = 'production';
await buildPages();
await import('#server/main.ts');
