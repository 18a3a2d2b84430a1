// `node scripts/demo-catalogue/write.ts` writes the demo's catalogue and the server's part types, after a change to the data or
// rules in this folder. The same data and rules always give the same files.
import { writeFileSync } from 'node:fs';
import { catalogueText } from './catalogue.ts';
import { taxonomyText } from './taxonomy.ts';

const write = (file: string, text: string) =>
  writeFileSync(new URL(`../../server/${file}`, import.meta.url), text);

write('db/demo/data/catalogue.json', catalogueText());
write('db/taxonomy/taxonomy.json', taxonomyText());
