import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { writeSearchWords } from '#server/db/search-words.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { forgetVocabulary } from './kept-vocabulary.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);
const admin = await shop.person('Grace', { role: 'admin' });
const disc = await samplePart(shop.db, { name: 'Vented disc' });
await sql`update parts set type_id = 'brake-disc', category_id = 'braking' where id = ${disc}`.execute(
  shop.db,
);
await sql`insert into fitments (part_id, make, model, year_from, year_to) values (${disc}, 'Chevrolet', 'SS', 2014, 2017)`.execute(
  shop.db,
);
await writeSearchWords(shop.db, [disc]);

test.each(['Holden Commodore SS', 'vw Bora'])(
  'parts of a vehicle are found by a name for it that an admin explained: %s',
  async (name) => {
    const [make = '', ...model] = name.split(' ');
    const means = { meansMake: 'Chevrolet', meansModel: 'SS' };
    const body = { make, model: model.join(' '), ...means };
    const search = async () => {
      forgetVocabulary(shop.db);
      const q = encodeURIComponent(`${name.toLowerCase()} 2015 brake disc`);
      return (await shop.request('GET', `/api/search?q=${q}`)).body;
    };
    expect((await search()).total.count).toBe(0);
    const added = await shop.request('POST', '/api/admin/vehicle-names', { as: admin, body });
    expect(added.status).toBe(200);
    expect(await search()).toMatchObject({
      rows: [{ _id: disc }],
      understood: { vehicle: { make: 'Chevrolet', model: 'SS', year: 2015 } },
    });
  },
);
