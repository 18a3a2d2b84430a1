// `node scripts/demo-catalogue/write.ts` writes the demo's catalogue, after a change to the data or rules in this folder. The
// same data and rules always give the same file.
import { writeFileSync } from 'node:fs';
import { catalogueText } from './catalogue.ts';

const file = new URL('../../server/db/demo/data/catalogue.json', import.meta.url);
writeFileSync(file, catalogueText());
