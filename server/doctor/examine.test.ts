import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#contract/durations.ts';
import type { DoctorReport } from '#contract/doctor.ts';
import { examineBooks } from './examine.ts';
import type { Database } from '#server/shop.ts';
import type { Person } from '#test/harness.ts';
import { lookedAt } from '#test/doctor-report.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { varyOrders } from '#test/varied-orders.ts';
import { atOnce, inSlices, type Walk } from './walk.ts';

let admin: Person;

const shop = await useShop();
admin = await shop.person('Grace', { role: 'admin' });
const { part, orders, transaction, shippedBy, list, lines, sentLines } = await varyOrders(
  shop,
  admin,
);

/** What the doctor finds broken in the books, at once and in the smallest slices, while `spoil` is done to them; afterwards they are as before. */
async function foundAfter(spoil: string): Promise<{ id: string; rows: string[] }[]> {
  let found: { id: string; rows: string[] }[] = [];
  let inSmallest = found;
  const undone = new Error('undone');
  await shop.db
    .transaction()
    .execute(async (tx: Database) => {
      for (const statement of `alter table stock_ledger disable trigger keep_history; ${spoil}`.split(
        ';',
      ))
        await sql.raw(statement).execute(tx);
      found = await brokenIn(tx, atOnce);
      inSmallest = await brokenIn(tx, smallestSlices);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  expect(inSmallest).toEqual(found);
  return found;
}

const smallestSlices = inSlices(async () => undefined, { first: 1, least: 1, most: 1, sliceMs: 1 });

async function brokenIn(db: Database, walk: Walk): Promise<{ id: string; rows: string[] }[]> {
  const { cards, clock, paymentMark } = shop;
  const facts = { db, cards, clock, paymentMark, orderHoldHours: 72 };
  return (await examineBooks(facts, { walk }))
    .filter(({ rows }) => rows === undefined || rows.length > 0)
    .map(({ check, rows = [] }) => ({ id: check.id, rows: rows.map(({ id }) => id).toSorted() }));
}

const report = (): Promise<DoctorReport> => lookedAt(shop, admin);

const broken = async () =>
  (await report()).checks
    .filter(({ status }) => status !== 'holds')
    .map(({ _id, status, rows, repairable }) => ({ _id, status, rows, repairable }));

describe('the doctor', () => {
  it('finds nothing in a shop where orders were placed, paid, shipped, cancelled, reviewed and refunded', async () => {
    await expectInvariants(shop);
    const { checkedAt, checks } = await report();
    expect(checkedAt).toBe(shop.clock.now().toISOString());
    expect(checks.map(({ _id }) => _id)).toEqual(
      [
        'I1',
        'I2',
        'I2-orders',
        'I2-shipments',
        'I3',
        'I4',
        'I5',
        'I6',
        'I6-lines',
        'I7',
        'I8',
        'I9',
        'I10',
        'I10-orders',
        'I11',
        'I12-documents',
      ].concat(
        ['I13-returns', 'I14-votes', 'I14-counts', 'I15', 'history'],
        ['stuck-cancels', 'stuck-holds', 'stuck-refunds', 'stuck-mails'],
        ['I3-cards', 'I8-cards', 'stuck-payments', 'cards-answer', 'unbooked'],
      ),
    );
    expect(
      checks.every(
        ({ status, rows, note }) => status === 'holds' && rows.length === 0 && note === null,
      ),
    ).toBe(true);
  });

  it.each<[name: string, spoil: () => string, id: string, row: () => string]>([
    [
      'stock below nothing',
      () =>
        `alter table parts drop constraint parts_in_stock_check; update parts set in_stock = -1 where id = '${part}'`,
      'I1',
      () => part,
    ],
    [
      'stock that nobody put in',
      () => `update parts set in_stock = in_stock + 100 where id = '${part}'`,
      'I2',
      () => part,
    ],
    [
      'an order that took no pieces',
      () => `delete from stock_ledger where order_id = '${orders.paid}'`,
      'I2-orders',
      () => orders.paid,
    ],
    [
      'pieces that came back twice',
      () =>
        `update stock_ledger set delta = 400 where order_id = '${orders.cancelled}' and reason = 'cancel'`,
      'I2-orders',
      () => orders.cancelled,
    ],
    [
      'pieces on sale again that the ledger does not have',
      () => `update orders set restocked_quantity = 1 where id = '${orders.shipped}'`,
      'I2-orders',
      () => orders.shipped,
    ],
    [
      'a shipment that the order does not count',
      () =>
        `update shipments set quantity = quantity - 1 where order_id = '${orders.shipped}' and number = 2`,
      'I2-shipments',
      () => orders.shipped,
    ],
    [
      'an order that is shipped while pieces are left',
      () =>
        `update shipments set quantity = quantity - 1 where order_id = '${orders.shipped}' and number = 2;
        update orders set shipped_quantity = shipped_quantity - 1 where id = '${orders.shipped}'`,
      'I2-shipments',
      () => orders.shipped,
    ],
    [
      'pieces refunded that no refund is for',
      () => `update orders set refunded_quantity = 1 where id = '${orders.paid}'`,
      'I2-shipments',
      () => orders.paid,
    ],
    [
      'a paid order without its payment',
      () => `update payments set state = 'canceled' where intent_id = '${transaction}'`,
      'I3',
      () => orders.paid,
    ],
    [
      'two payments kept for one order',
      () => `drop index payments_kept; drop index payment_lines_kept; insert into payments select intent_id || 'x', order_id, 9, amount_cents, state, created_at, updated_at
        from payments where intent_id = '${transaction}'`,
      'I4',
      () => orders.paid,
    ],
    [
      'money kept for a cancelled order',
      () =>
        `insert into payments values ('pi_late', '${orders.cancelled}', 9, 250000, 'kept', now(), now())`,
      'I5',
      () => 'pi_late',
    ],
    [
      'money kept of another amount',
      () => `update payment_lines set amount_cents = 1 where intent_id = '${transaction}'`,
      'I6',
      () => transaction,
    ],
    [
      'a payment of more than its orders cost',
      () =>
        `update payments set amount_cents = amount_cents + 1 where intent_id = '${transaction}'`,
      'I6-lines',
      () => transaction,
    ],
    [
      'money kept for nobody',
      () => `update payment_lines set state = 'returned' where intent_id = '${transaction}'`,
      'I6-lines',
      () => transaction,
    ],
    [
      'a total that is not price times quantity',
      () =>
        `alter table orders drop constraint orders_check; update orders set unit_price_cents = 1 where id = '${orders.unpaid}'`,
      'I7',
      () => orders.unpaid,
    ],
    [
      'a refund that was not written',
      () => `update orders set refunded_cents = 100 where id = '${orders.paid}'`,
      'I8',
      () => orders.paid,
    ],
    [
      'a second review of one order',
      () => `alter table reviews drop constraint reviews_order_id_key;
        insert into reviews select '00000000-0000-4000-8000-000000000001', order_id, part_id, user_id, part_name, name, rating, message, created_at, updated_at from reviews`,
      'I9',
      () => '00000000-0000-4000-8000-000000000001',
    ],
    [
      'one event told in two mails',
      () => `alter table mail_outbox drop constraint mail_outbox_event_key_key;
        insert into mail_outbox (id, event_key, recipient, subject, body_text, created_at, run_at) values
          ('00000000-0000-4000-8000-000000000002', 'twice', 'a@example.com', 'a', 'a', now(), now()),
          ('00000000-0000-4000-8000-000000000003', 'twice', 'a@example.com', 'a', 'a', now(), now())`,
      'I10',
      () => '00000000-0000-4000-8000-000000000002',
    ],
    [
      'a payment that nobody was told of',
      () => `delete from mail_outbox where event_key = 'order-paid:${orders.paid}'`,
      'I10-orders',
      () => orders.paid,
    ],
    [
      'a first shipment that nobody was told of',
      () => `delete from mail_outbox where event_key = 'order-shipped:${orders.shipped}:1'`,
      'I10-orders',
      () => orders.shipped,
    ],
    [
      'a last shipment that nobody was told of',
      () => `delete from mail_outbox where event_key = 'order-shipped:${orders.shipped}'`,
      'I10-orders',
      () => orders.shipped,
    ],
    [
      'a refund that nobody was told of',
      () => "delete from mail_outbox where event_key like 'order-refunded:%'",
      'I10-orders',
      () => orders.refunded,
    ],
    [
      'lines of a list whose shipment nobody was told of',
      () => "delete from mail_outbox where event_key like 'batch-shipped:%'",
      'I10-orders',
      () => sentLines.toSorted()[0] ?? '',
    ],
    [
      'lines of a list whose end nobody was told of',
      () => "delete from mail_outbox where event_key like 'batch-expired:%'",
      'I10-orders',
      () => lines[1] ?? '',
    ],
    [
      "a list with somebody else's order",
      () => `update orders set batch_id = '${list}' where id = '${orders.paid}'`,
      'I11',
      () => orders.paid,
    ],
    [
      'a part that is twice in a list',
      () => `update orders set part_id = '${part}' where id in ('${lines[0]}', '${lines[1]}')`,
      'I11',
      () => lines[0] ?? '',
    ],
    [
      'a receipt whose number leaves a gap',
      () => 'update documents set number = 3 where number = 2',
      'I12-documents',
      () => shippedBy,
    ],
    [
      'two documents with one number',
      () =>
        'alter table documents drop constraint documents_kind_year_number_key; update documents set number = 1',
      'I12-documents',
      () => transaction,
    ],
    [
      'a second receipt of a payment',
      () => `drop index documents_receipts; update documents set intent_id = '${transaction}'`,
      'I12-documents',
      () => transaction,
    ],
    [
      'a receipt of money that is not kept',
      () => `update payments set state = 'refunded' where intent_id = '${transaction}'`,
      'I12-documents',
      () => transaction,
    ],
    [
      'a credit note of a refund of another payment',
      () =>
        `update documents set kind = 'credit-note', number = 1, refund_id = (select id from refunds limit 1) where number = 2`,
      'I12-documents',
      () => shippedBy,
    ],
    [
      'the sums of a day on which nothing was sold',
      () => "insert into daily_sums values ('2026-01-05', 1, 200, 250000, 0, now())",
      'I15',
      () => '2026-01-05',
    ],
  ])('names %s', async (_name, spoil, id, row) => {
    const found = await foundAfter(spoil());
    expect(found.find((one) => one.id === id)?.rows).toContain(row());
    await expectInvariants(shop);
  });

  it('names a hundred broken rows by their first twenty', async () => {
    const ids = await Promise.all(
      Array.from({ length: 21 }, () => samplePart(shop.db, { inStock: 1 })),
    );
    await shop.db.updateTable('parts').set({ in_stock: 2 }).where('id', 'in', ids).execute();
    const found = (await report()).checks.find(({ _id }) => _id === 'I2');
    expect(found).toMatchObject({ status: 'broken', more: true, repairable: true });
    expect(found?.rows).toEqual(ids.toSorted().slice(0, 20));
    await shop.db.updateTable('parts').set({ in_stock: 1 }).where('id', 'in', ids).execute();
  });

  it('names what has been stuck for too long, and not before', async () => {
    const now = shop.clock.now();
    await shop.db
      .updateTable('orders')
      .set({ state: 'cancelling', cancelled_because: 'customer', cancelling_since: now })
      .where('id', '=', orders.unpaid)
      .execute();
    shop.clock.advance(2 * minuteMs);
    expect(await broken()).toEqual([]);
    shop.clock.advance(1);
    expect(await broken()).toEqual([
      { _id: 'stuck-cancels', status: 'broken', rows: [orders.unpaid], repairable: true },
    ]);
    await shop.db
      .updateTable('orders')
      .set({ state: 'unpaid', cancelled_because: null, cancelling_since: null })
      .where('id', '=', orders.unpaid)
      .execute();
    shop.clock.advance(72 * hourMs + 11 * minuteMs);
    const again = await shop.person('Grace again', { role: 'admin' });
    admin = again;
    expect(await broken()).toEqual([
      { _id: 'stuck-holds', status: 'broken', rows: [orders.unpaid], repairable: true },
    ]);
  });
});
