import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { checkedList, step } from '#test/import-files.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);
const admin = await shop.person('Ada Admin', { role: 'admin' });
const faultsOf = async (id: string) =>
  (await shop.request('GET', `/api/admin/imports/${id}/faults`, { as: admin })).body;

it('says which part type is nearest, and takes no vehicle of years that cannot be', async () => {
  const rows = `Part number,Name,Price,Part type,Make,Model,Year from,Year to
Y1,A,1.00,Brake disk vented,,,,
Y2,B,1.00,Bremsscheiben,,,,
Y3,C,1.00,Wurstsalat,,,,
Y4,D,1.00,,VW,Golf,1899,1905
Y5,E,1.00,,VW,Golf,2027,2029
Y6,F,1.00,,VW,Golf,2010,2008
Y7,G,1.00,,VW,Golf,1900,1901
Y8,H,1.00,,VW,Golf,2027,2028
`;
  const checked = await checkedList(shop, admin, rows);
  expect(checked.found).toMatchObject({ added: 2, refused: 6 });
  const faults = await faultsOf(checked._id);
  expect(faults.map(({ row, value, reason }: never) => [row, value, reason])).toEqual([
    [2, 'Brake disk vented', 'There is no such part type. Nearest: Brake disk.'],
    [3, 'Bremsscheiben', 'There is no such part type. Nearest: Bremsscheibe.'],
    [4, 'Wurstsalat', 'There is no such part type.'],
    [5, '1899', 'Must be a year.'],
    [6, '2029', 'Must be at most 2028: later models are not known yet.'],
    [7, '2010', 'The years must be in order.'],
  ]);
});

it('takes years as they are written, an open end as until the latest year, and refuses others row by row', async () => {
  const rows = `Part number,Name,Price,Make,Model,Years,Year from,Year to
S1,A,1.00,VW,Golf,2010-15,,
S2,B,1.00,VW,Golf,2010+,,
S3,C,1.00,VW,Golf,,2010,
S4,D,1.00,VW,Golf,2009; 2010; 2012,,
S5,E,1.00,VW,Golf,2010 - ?,,
S6,F,1.00,VW,Golf,see note,2010,2015
`;
  const checked = await checkedList(shop, admin, rows);
  const faults = await faultsOf(checked._id);
  expect(
    faults.map(({ row, column, value, reason }: never) => [row, column, value, reason]),
  ).toEqual([
    [5, 'Years', '2009; 2010; 2012', 'Write them like 2010-2015.'],
    [6, 'Years', '2010 - ?', 'Write them like 2010-2015.'],
  ]);
  await step(shop, admin, checked._id, 'apply');
  const { rows: stored } = await sql<{ years: string }>`
    select part_number || ' ' || year_from || '-' || year_to as years
      from fitments join parts on parts.id = part_id order by 1`.execute(shop.db);
  expect(stored.map(({ years }) => years)).toEqual([
    'S1 2010-2015',
    'S2 2010-2028',
    'S3 2010-2028',
    'S6 2010-2015',
  ]);
});

it('leaves a part the vehicles of late years that it has: an export changes nothing', async () => {
  const part = await samplePart(shop.db, { partNumber: 'LATE-1' });
  await sql`insert into fitments (part_id, make, model, year_from, year_to, note, source)
      values (${part}, 'VW', 'Golf', 2020, 2100, '', '')`.execute(shop.db);
  const rows = 'Part number,Make,Model,Year from,Year to\nLATE-1,VW,Golf,2020,2100\n';
  expect((await checkedList(shop, admin, rows)).found).toMatchObject({ same: 1, refused: 0 });
});
