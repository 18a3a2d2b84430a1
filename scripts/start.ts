// `npm start`: builds the pages if needed and runs the shop in this same process, so that signals reach it.
import { buildPages } from './build.ts';

await buildPages();
await import('#server/main.ts');
