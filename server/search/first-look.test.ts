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
const byChance = await samplePart(shop.db, { name: 'Thermostat', partNumber: 'DISC-31' });

async function found(q: string): Promise<{ ids: string[]; total: number }> {
  const { status, body } = await shop.request('GET', `/api/search?q=${q.replaceAll(' ', '+')}`);
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
  expect(await found('brake discs 31')).toEqual({ ids: [disc], total: 1 });
  expect(await tripsOf('brake discs 31')).toBe(1);
  expect(await tripsOf('thermostat')).toBe(1);
});

test('a part whose number they are is found alone', async () => {
  expect(await found('disc 31')).toEqual({ ids: [byChance], total: 1 });
});

test('where a filter leaves out the part whose number they are, the words find others, of which nobody asks again', async () => {
  const filtered = 'disc 31&category=braking';
  expect(await found(filtered)).toEqual({ ids: [disc], total: 1 });
  expect(await tripsOf(filtered)).toBe(2);
});

test('the number that is meant is looked up by itself: most such searches have no other words', async () => {
  const q = 'DISC-31 thermostat';
  expect(await found(q)).toEqual({ ids: [byChance], total: 1 });
  const [first, ...others] = await recordTrips(() => found(q));
  expect(first?.filter(({ text }) => text.includes('with found as'))).toEqual([]);
  expect(others).toHaveLength(1);
});
