import { expect, test } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { checkedList, step } from '#test/import-files.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
await storeTaxonomy(shop.db);

const explain = async (make: string, model: string) => {
  const body = { make, model, meansMake: 'Chevrolet', meansModel: 'SS' };
  const answer = await shop.request('POST', '/api/admin/vehicle-names', { as: admin, body });
  expect(answer.status).toBe(200);
};
/** A part's name, price and vehicles. */
const partOf = async (id: string) => {
  const { body } = await shop.request('GET', `/api/admin/parts/${id}`, { as: admin });
  const vehicles = body.fitments.map((one: Record<string, string>) => `${one.make} ${one.model}`);
  return [body.name, body.price, ...vehicles];
};
const onSale = async (partNumber: string) => {
  const rows = shop.db.selectFrom('parts').select('id').where('part_number', '=', partNumber);
  return (await rows.execute()).length;
};

test.each(['at once', 'after the next minute'])(
  'an import is undone, too, when one of its vehicle names was explained since, %s',
  async (when) => {
    const model = `Commodore ${when}`;
    const number = when === 'at once' ? 'AT' : 'AFTER';
    const priced = await samplePart(shop.db, { partNumber: `${number}-1` });
    const columns = 'Part number,Name,Price,Make,Model,Years\n';
    const rows = [1, 2].map((n) => `${number}-${n},Disc,9.00,Holden,${model},2014-2017\n`);
    const first = `${columns}${number}-1,,,Holden,${model},2014-2017\n`;
    await step(shop, admin, (await checkedList(shop, admin, first))._id, 'apply');
    const [name, price] = await partOf(priced);
    // One part is new; of the other the vehicle stays as it is.
    const { _id } = await checkedList(shop, admin, columns + rows.join(''));
    const { done } = await step(shop, admin, _id, 'apply');
    expect(done).toMatchObject({ added: 1, changed: 1 });
    await explain('Holden', model);
    if (when !== 'at once') await shop.everyMinute();
    const undone = await step(shop, admin, _id, 'undo');
    expect([undone.state, undone.notUndone]).toEqual(['undone', 0]);
    await shop.everyMinute();
    expect(await partOf(priced)).toEqual([name, price, 'Chevrolet SS']);
    expect(await onSale(`${number}-2`)).toBe(0);
  },
);

test('a vehicle that an admin changed since is left alone', async () => {
  const list = 'Part number,Name,Price,Make,Model,Years\nED-1,Disc,9.00,Holden,Monaro,2001-2005\n';
  const { _id } = await checkedList(shop, admin, list);
  await step(shop, admin, _id, 'apply');
  const { id } = await shop.db
    .selectFrom('parts')
    .select('id')
    .where('part_number', '=', 'ED-1')
    .executeTakeFirstOrThrow();
  const { body: seen } = await shop.request('GET', `/api/admin/parts/${id}`, { as: admin });
  const fitments = [{ ...seen.fitments[0], yearTo: 2004 }];
  const body = { seen, facts: { ...seen, fitments } };
  expect((await shop.request('PATCH', `/api/part/${id}`, { as: admin, body })).status).toBe(200);
  await explain('Holden', 'Monaro');
  await shop.everyMinute();
  const undone = await step(shop, admin, _id, 'undo');
  expect([undone.state, undone.notUndone]).toEqual(['undone', 1]);
  const faults = await shop.request('GET', `/api/admin/imports/${_id}/faults`, { as: admin });
  expect(faults.body).toMatchObject([{ reason: 'This part was changed after the import.' }]);
});
