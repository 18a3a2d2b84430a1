import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { checkedList } from '#test/import-files.ts';
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

it('leaves a part the vehicles of late years that it has: an export changes nothing', async () => {
  const part = await samplePart(shop.db, { partNumber: 'LATE-1' });
  await sql`insert into fitments (part_id, make, model, year_from, year_to, note, source)
      values (${part}, 'VW', 'Golf', 2020, 2100, '', '')`.execute(shop.db);
  const rows = 'Part number,Make,Model,Year from,Year to\nLATE-1,VW,Golf,2020,2100\n';
  expect((await checkedList(shop, admin, rows)).found).toMatchObject({ same: 1, refused: 0 });
});
