import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkedList, step } from '#test/import-files.ts';
import { recordStatements, type Statement } from '#test/recorded-statements.ts';
import { useShop } from '#test/use-shop.ts';
import { Pace } from './pace.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1000 });
const count = 400;
const listOf = (priceOf: (n: number) => string) =>
  `Part number,Name,Price\n${Array.from({ length: count }, (_, n) => `O-${n},Part ${n},${priceOf(n)}`).join('\n')}\n`;

/** How many parts were read to be compared, without a lock. */
const comparedIn = (statements: readonly Statement[]) =>
  statements
    .filter(({ text }) => text.startsWith('select') && text.includes('"largest_order"'))
    .filter(({ text }) => !text.includes('for update'))
    .reduce((sum, { values }) => sum + (values[0] as string[]).length, 0);
/** How many parts of the import were asked for in each batch. */
const askedIn = (statements: readonly Statement[]) =>
  statements
    .filter(({ text }) => text.startsWith('select * from "import_parts"'))
    .map(({ values }) => values.find((value) => typeof value === 'number' && value > 1));

const applying = async (id: string) => {
  let done: object = {};
  const statements = await recordStatements(async () => {
    done = (await step(shop, admin, id, 'apply')).done;
  });
  return { done, statements };
};

test('of new parts so many are read as are written at once', async () => {
  const { _id } = await checkedList(
    shop,
    admin,
    listOf(() => '10.00'),
  );
  const { done, statements } = await applying(_id);
  expect(done).toMatchObject({ added: count });
  expect(askedIn(statements)[0]).toBe(new Pace({ wantedMs: 1, most: 500 }).size);
});

test('parts that were the same are compared once, however many change beside them', async () => {
  const list = listOf((n) => (n % 2 === 0 ? '10.00' : '11.00'));
  const { _id, found } = await checkedList(shop, admin, list);
  expect(found).toMatchObject({ same: count / 2, changed: count / 2 });
  const { done, statements } = await applying(_id);
  expect(done).toMatchObject({ same: count / 2, changed: count / 2 });
  expect(comparedIn(statements)).toBe(count / 2);
});

test('also where all of them have changed since', async () => {
  const { _id, found } = await checkedList(
    shop,
    admin,
    listOf((n) => (n % 2 === 0 ? '10.00' : '11.00')),
  );
  expect(found).toMatchObject({ same: count });
  await sql`update parts set price_cents = price_cents + 1`.execute(shop.db);
  const { done, statements } = await applying(_id);
  expect(done).toMatchObject({ same: 0, changed: count });
  expect(comparedIn(statements)).toBe(count);
});
