import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { checkedList, step, type ListToImport } from '#test/import-files.ts';

let shop: TestShop;
let admin: Person;
beforeAll(async () => {
  shop = await startShop();
  await storeTaxonomy(shop.db);
  admin = await shop.person('Ada Admin', { role: 'admin' });
});
afterAll(() => shop.close());

async function imported(file: string, options: ListToImport = {}): Promise<void> {
  const { _id, found } = await checkedList(shop, admin, file, options);
  expect(found.refused).toBe(0);
  expect((await step(shop, admin, _id, 'apply')).state).toBe('applied');
}
const partOf = async (number: string) => {
  const { body } = await shop.request('GET', `/api/parts?q=${number}`);
  return (await shop.request('GET', `/api/parts/${(body as { _id: string }[])[0]?._id}`)).body;
};

describe('an import that changes', () => {
  test('the type of a part keeps the attributes that the new type has in the same unit', async () => {
    const head = 'Part number,Name,Price,Part type,attribute:dia,attribute:thk';
    await imported(`${head}\nTYPE-1,Disc,1.00,Brake disc,280,25\n`);
    // A drum is measured in mm, too; a wheel in inches.
    await imported('Part number,Part type\nTYPE-1,Brake drum\n');
    expect((await partOf('TYPE1')).attributes).toEqual({ dia: 280 });
    await imported('Part number,Part type\nTYPE-1,Steel wheel\n');
    expect((await partOf('TYPE1')).attributes).toEqual({});
  });
});
