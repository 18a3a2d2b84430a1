// `node scripts/demo-catalogue/write.ts` makes the catalogue of the demo shop anew, after a change to the data or the rules
// in this folder. Without one it writes the same file again.
import { writeFileSync } from 'node:fs';
import { catalogueText } from './catalogue.ts';

const file = new URL('../../server/db/demo/data/catalogue.json', import.meta.url);
writeFileSync(file, catalogueText());
