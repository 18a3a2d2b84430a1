import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { checkedList, step } from '#test/import-files.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);
const admin = await shop.person('Ada Admin', { role: 'admin' });

it("takes a supplier's 'gas' for gasoline, and writes natural gas so that it is read again", async () => {
  const rows = `Part number,Name,Price,Make,Model,Years,Engine
F1,A,1.00,Ford,F-150,2012,3.5L V6 GAS
F2,B,1.00,Ford,F-150,2003,5.4 V8 CNG
F3,C,1.00,Ford,F-150,2003,5.4 V8 natural gas
`;
  const { _id, found } = await checkedList(shop, admin, rows);
  expect(found).toMatchObject({ added: 3, refused: 0 });
  await step(shop, admin, _id, 'apply');
  const { rows: stored } = await sql<{ engine: string }>`
    select engine from fitments join parts on parts.id = part_id order by part_number`.execute(
    shop.db,
  );
  expect(stored.map(({ engine }) => engine)).toEqual(['3.5 V6 petrol', '5.4 V8 gas', '5.4 V8 gas']);
  const file = await shop.request('GET', '/api/admin/catalogue.csv', { as: admin });
  expect(String(file.body)).toContain('5.4 V8 cng');
  const again = await checkedList(shop, admin, String(file.body));
  expect(again.found).toMatchObject({ same: 3, changed: 0, refused: 0 });
});
