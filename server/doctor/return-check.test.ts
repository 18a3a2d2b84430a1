import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { examineBooks } from './examine.ts';
import type { Database } from '#server/shop.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Grace', { role: 'admin' });
const ana = await shop.person('Ana');
const part = await samplePart(shop.db, { inStock: 10_000 });
const order = await shop.order(ana, part, 200);
await shop.pay(ana, order);
const unpaid = await shop.order(ana, part, 200);
await shop.request('PATCH', `/api/order/${order}`, { as: admin, body: { status: 'shipped' } });
/** Two returns: one is settled, the other one is asked for. */
const ask = async (quantity: number): Promise<string> => {
  const body = { reason: 'damaged', quantity };
  return (await shop.request('POST', `/api/orders/${order}/returns`, { as: ana, body })).body
    .insertedId;
};
const settled = await ask(50);
for (const body of [
  { step: 'agree', words: 'Send them.' },
  { step: 'receive', quantity: 50 },
  { step: 'settle', restock: 20 },
]) {
  shop.clock.advance(1000);
  await shop.request('POST', `/api/admin/returns/${settled}`, { as: admin, body });
}
const open = await ask(30);

/** The orders whose returns the doctor finds broken while `spoil` is done to them; afterwards they are as before. */
async function foundAfter(spoil: string): Promise<readonly string[] | undefined> {
  let found: string[] | undefined;
  const undone = new Error('undone');
  await shop.db
    .transaction()
    .execute(async (tx: Database) => {
      for (const statement of `alter table stock_ledger disable trigger keep_history; ${spoil}`.split(
        ';',
      ))
        await sql.raw(statement).execute(tx);
      const { cards, clock, paymentMark } = shop;
      const facts = { db: tx, cards, clock, paymentMark, orderHoldHours: 72 };
      const findings = await examineBooks(facts);
      found = findings.find(({ check }) => check.id === 'I13-returns')?.rows?.map(({ id }) => id);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found;
}

it('the doctor finds nothing in returns that went their way', async () => {
  await expectInvariants(shop);
  expect(await foundAfter('select 1')).toEqual([]);
});

it.each<[name: string, spoil: string, orderId?: string]>([
  ['more pieces than were shipped', `update returns set quantity = 151 where id = '${open}'`],
  [
    'a return of an unpaid order',
    `update returns set order_id = '${unpaid}', number = 1 where id = '${open}'`,
    unpaid,
  ],
  ['a return that is missing', `update returns set number = 3 where id = '${open}'`],
  [
    'two open returns',
    `drop index returns_open; update returns set state = 'received', refunded_cents = null, refund_id = null, restocked_quantity = null, settled_at = null where id = '${settled}'`,
  ],
  [
    'more money than the pieces cost',
    `update returns set refunded_cents = 62501 where id = '${settled}'`,
  ],
  [
    'money of which there is no refund that large',
    `update returns set refunded_cents = 60000 where id = '${settled}'`,
  ],
  ['money of a refund before shipping', 'update refunds set pieces = 50'],
  [
    'more pieces on sale than the order counts',
    `update returns set restocked_quantity = 21 where id = '${settled}'`,
  ],
  [
    'pieces on sale that the ledger does not have',
    `delete from stock_ledger where order_id = '${order}' and reason = 'refund'`,
  ],
  [
    'pieces on sale that the ledger has otherwise',
    `update stock_ledger set delta = 19 where order_id = '${order}' and reason = 'refund'`,
  ],
])('the doctor names %s', async (_name, spoil, orderId = order) => {
  expect(await foundAfter(spoil)).toContain(orderId);
});
