import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkedList, step } from '#test/import-files.ts';
import { expectInvariants } from '#test/invariants.ts';
import { recordStatements, type Statement } from '#test/recorded-statements.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const reason = 'By now another row of the file is about the same part.';
const faults = async (id: string) =>
  (await shop.request('GET', `/api/admin/imports/${id}/faults`, { as: admin })).body;
const partOf = async (id: string) =>
  (await shop.request('GET', `/api/admin/parts/${id}`, { as: admin })).body;
const numberTo = async (id: string, partNumber: string) => {
  const seen = await partOf(id);
  const body = { seen, facts: { ...seen, partNumber } };
  expect((await shop.request('PATCH', `/api/part/${id}`, { as: admin, body })).status).toBe(200);
};
/** A part that a supplier's first list has brought, and that its second list does not name. */
const missingOf = async (supplier: string, second: string) => {
  const part = await samplePart(shop.db, { name: 'Unnamed' });
  const first = `Product id,Part number,Price\n${part},,12.50\n`;
  await step(shop, admin, (await checkedList(shop, admin, first, { supplier }))._id, 'apply');
  const settings = { missing: 'archive' } as const;
  const { _id, found } = await checkedList(shop, admin, second, { supplier, settings });
  expect(found).toMatchObject({ archived: 1 });
  return { part, _id };
};

test('a part that got the number of a new row since the check is not taken out of the shop as missing', async () => {
  const list = 'Part number,Name,Price\nMISS-1,Renamed,12.00\n';
  const { part, _id } = await missingOf('Firstwell', list);
  await numberTo(part, 'MISS-1');
  const { done } = await step(shop, admin, _id, 'apply');
  expect(done).toMatchObject({ added: 0, changed: 1, archived: 0 });
  expect(await partOf(part)).toMatchObject({ name: 'Renamed', archived: false });
  expect(await faults(_id)).toMatchObject([{ reason, step: 'apply' }]);
  await step(shop, admin, _id, 'undo');
  expect(await partOf(part)).toMatchObject({ name: 'Unnamed', archived: false });
});

test('also where its row is refused', async () => {
  const { part, _id } = await missingOf(
    'Secondwell',
    'Part number,Name,Price\nMISS-2,Dear,99.00\n',
  );
  await numberTo(part, 'MISS-2');
  // The price was not ticked, because the part was new at the check.
  const { done } = await step(shop, admin, _id, 'apply');
  expect(done).toMatchObject({ added: 0, changed: 0, archived: 0, refused: 1 });
  expect(await partOf(part)).toMatchObject({ name: 'Unnamed', archived: false });
});

test('also where its row was about another part that was the same', async () => {
  const other = await samplePart(shop.db, { partNumber: 'MISS-3' });
  const supplier = 'Thirdwell';
  const same = 'Part number,Price\nMISS-3,12.50\n';
  await step(shop, admin, (await checkedList(shop, admin, same, { supplier }))._id, 'apply');
  const { part, _id } = await missingOf(supplier, same);
  await numberTo(other, 'MISS-4');
  await numberTo(part, 'MISS-3');
  const { done } = await step(shop, admin, _id, 'apply');
  expect(done).toMatchObject({ same: 1, archived: 0 });
  expect(await partOf(part)).toMatchObject({ partNumber: 'MISS-3', archived: false });
});

test('a change of the stock counts once where a new row and one by the id became one part since the check', async () => {
  const part = await samplePart(shop.db, { partNumber: 'OTHER-1', inStock: 500 });
  const file = `Product id,Part number,Name,Price,Stock change\n${part},,,,100\n,TWICE-1,Name,12.50,100\n`;
  const { _id, found } = await checkedList(shop, admin, file);
  expect(found).toMatchObject({ added: 1, changed: 1 });
  await numberTo(part, 'TWICE-1');
  const { done } = await step(shop, admin, _id, 'apply');
  expect(done).toMatchObject({ added: 0, changed: 1, refused: 1 });
  expect((await partOf(part)).inStock).toBe(600);
  expect(await faults(_id)).toMatchObject([{ row: 2, value: 'OTHER-1', reason }]);
  await expectInvariants(shop);
});

test('a batch looks for the rows of its parts without reading all of the import', async () => {
  await samplePart(shop.db, { partNumber: 'WALK-1' });
  const { _id } = await checkedList(shop, admin, 'Part number,Price\nWALK-1,12.00\n');
  const statements = await recordStatements(() => step(shop, admin, _id, 'apply'));
  const asking = statements.filter(({ text }) => text.includes(`step = 'applied' or`));
  expect(asking).toHaveLength(1);
  await sql`
    insert into import_parts
      select row.* from (select to_jsonb(its) as its from import_parts its where import_id = ${_id}) one, generate_series(10, 5000) n,
        lateral jsonb_populate_record(null::import_parts, one.its || jsonb_build_object('row', n, 'part_id', gen_random_uuid())) row`.execute(
    shop.db,
  );
  await sql`vacuum analyze import_parts`.execute(shop.db);
  const [{ text, values }] = asking as [Statement];
  const [id, parts] = values as [string, string[]];
  const asked = text.replace('$1', `'${id}'`).replace('$2', `'{${parts.join(',')}}'`);
  const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain ${asked}`).execute(shop.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('import_parts_dealt_with');
});

test('a row that is refused leaves the part to another row of the file', async () => {
  const part = await samplePart(shop.db, { partNumber: 'OTHER-2', name: 'Old' });
  const file = `Product id,Part number,Name,Price\n,TWICE-2,Dear,99.00\n${part},,Renamed,\n`;
  const { _id, found } = await checkedList(shop, admin, file);
  expect(found).toMatchObject({ added: 1, changed: 1 });
  await numberTo(part, 'TWICE-2');
  const { done } = await step(shop, admin, _id, 'apply');
  expect(done).toMatchObject({ added: 0, changed: 1, refused: 1 });
  expect(await partOf(part)).toMatchObject({ name: 'Renamed', price: 12.5 });
});
