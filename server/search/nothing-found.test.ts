import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { writeSearchWords } from '#server/db/search-words.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);
const disc = await samplePart(shop.db, { name: 'Vented disc' });
await sql`update parts set type_id = 'brake-disc', category_id = 'braking' where id = ${disc}`.execute(
  shop.db,
);
await writeSearchWords(shop.db, [disc]);

test.each([
  ['turbocharger', true],
  ['zonker', true],
  ['brake disc zonker&brand=Tarnholm', false],
  ['turbocharger disc', false],
])('below nothing found by %s the newest parts: %s', async (q, areNewest) => {
  const { body } = await shop.request('GET', `/api/search?q=${q}`);
  expect(body).toMatchObject({
    total: { count: 0 },
    nothing: { near: [{ _id: disc }], areNewest },
  });
});
