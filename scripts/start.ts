// `npm start`: builds the pages if needed and runs the shop in this same process, so that signals reach it.
import { buildPages } from './build.ts';

// Before React is imported: without it React would be the development version, twice as slow.
process.env.NODE_ENV = 'production';
await buildPages();
await import('#server/main.ts');
