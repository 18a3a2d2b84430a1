import { expect, test } from 'vitest';
import { writeSearchWords } from '#server/db/search-words.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { recordTrips } from '#test/recorded-statements.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);
const disc = await samplePart(shop.db, { name: 'Brake disc, vented, 31 mm' });
await shop.db
  .updateTable('parts')
  .set({ type_id: 'brake-disc', category_id: 'braking', attributes: JSON.stringify({ dia: '31' }) })
  .where('id', '=', disc)
  .execute();
await writeSearchWords(shop.db, [disc]);
const byChance = await samplePart(shop.db, { name: 'Thermostat', partNumber: 'DISC-30' });

async function found(q: string): Promise<{ ids: string[]; total: number }> {
  const { status, body } = await shop.request('GET', `/api/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  const ids = body.rows.map(({ _id }: { _id: string }) => _id);
  return { ids, total: body.total.count };
}

/** How often a search waits for the database, once what it needs to know of the shop is known. */
async function tripsOf(q: string): Promise<number> {
  await found(q);
  return (await recordTrips(() => found(q))).length;
}

test('words that may be a number by chance are looked up with what they find', async () => {
  expect(await found('brake disc 31')).toEqual({ ids: [disc], total: 1 });
  expect(await tripsOf('brake disc 31')).toBe(1);
  expect(await tripsOf('thermostat')).toBe(1);
});

test('a part whose number they are is found alone', async () => {
  expect(await found('disc 30')).toEqual({ ids: [byChance], total: 1 });
  expect((await found('disc 31')).ids).toContain(disc);
});

test('the number that is meant is looked up by itself: most such searches have no other words', async () => {
  expect(await found('DISC-30')).toEqual({ ids: [byChance], total: 1 });
  expect(await tripsOf('DISC-30 thermostat')).toBe(2);
});
