import { recordAudit, type AuditNote } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/refusal.ts';
import { cancelOrder } from '#server/orders/cancel-order.ts';
import { findOwnOrder, type OrderRow } from '#server/orders/store.ts';
import { finishAdminRefund } from '#server/payments/finish-admin-refund.ts';
import { syncRefundsAndDisputes } from '#server/payments/sync-refunds-and-disputes.ts';
import { finishRefund, settle } from '#server/payments/settle.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { Finding } from './check.ts';
import { wrongStock } from './invariants.ts';

/** How the repair of one row went. */
export interface Repaired {
  readonly checkId: string;
  readonly rowId: string;
  readonly done: boolean;
  readonly sentence: string;
}

type Deed = Pick<AuditNote, 'action' | 'subject' | 'before' | 'after'>;
type Repair = (shop: Shop, rowId: string) => Promise<string | undefined>;

/** The repairs that lose nothing, by the check they mend; each answers what it did, or undefined when it could not. */
const repairs: Readonly<Record<string, Repair>> = {
  I2: mendStock,
  'I8-cards': bookAfterwards,
  'stuck-payments': bookPayment,
  'stuck-cancels': endOrder,
  'stuck-holds': endOrder,
  'stuck-refunds': makeRefunds,
  'stuck-mails': sendAgain,
};

/** Mends what can be mended without losing anything, row by row; every repair is written into the audit log. */
export async function repair(shop: Shop, findings: readonly Finding[]): Promise<Repaired[]> {
  const outcomes: Repaired[] = [];
  for (const { check, rows = [] } of findings) {
    const mend = repairs[check.id];
    if (mend === undefined) continue;
    for (const { id } of rows.filter(({ mendable }) => mendable))
      outcomes.push(await tried(shop, { checkId: check.id, rowId: id, mend }));
  }
  return outcomes;
}

async function tried(
  shop: Shop,
  { checkId, rowId, mend }: { checkId: string; rowId: string; mend: Repair },
): Promise<Repaired> {
  try {
    const sentence = await mend(shop, rowId);
    return {
      checkId,
      rowId,
      done: sentence !== undefined,
      sentence: sentence ?? 'It could not be mended now; somebody has to look.',
    };
  } catch (error) {
    // One row that cannot be mended keeps no other from it.
    return {
      checkId,
      rowId,
      done: false,
      sentence: error instanceof Error ? error.message : 'It could not be mended.',
    };
  }
}

const audit = (db: Database, shop: Shop, deed: Deed): Promise<void> =>
  recordAudit(db, { ...deed, actor: 'command line', now: shop.clock.now() });

/** The ledger and the orders agree on what has to be there: only the number on the shelf is wrong. */
async function mendStock(shop: Shop, partId: string): Promise<string | undefined> {
  const sentence = await inTransaction(shop.db, async (tx) => {
    const part = await tx
      .selectFrom('parts')
      .select(['id', 'name'])
      .where('id', '=', partId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const wrong = (await wrongStock(partId).execute(tx)).rows[0];
    if (wrong === undefined || !wrong.mendable) return undefined;
    await tx
      .updateTable('parts')
      .set({ in_stock: wrong.ledger })
      .where('id', '=', partId)
      .execute();
    await audit(tx, shop, {
      action: 'stock repaired',
      subject: { type: 'part', id: partId, name: part.name },
      before: { inStock: wrong.in_stock },
      after: { inStock: wrong.ledger },
    });
    return `The stock is ${wrong.ledger} again, as ledger and orders say; it was ${wrong.in_stock}.`;
  });
  if (sentence !== undefined) shop.publicPagesChanged();
  return sentence;
}

async function bookPayment(shop: Shop, intentId: string): Promise<string | undefined> {
  const settled = await settle(shop, intentId);
  if (settled !== 'kept' && settled !== 'refunded') return undefined;
  const { order_id } = await shop.db
    .selectFrom('payments')
    .select('order_id')
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow();
  await audit(shop.db, shop, {
    action: 'payment booked',
    subject: await orderNamed(shop.db, order_id),
    after: { transactionId: intentId, settled },
  });
  return settled === 'kept'
    ? 'The order is paid now.'
    : 'The money went back: its order did not wait for it any more.';
}

/** What went back, or is asked back, without the shop's doing. */
async function bookAfterwards(shop: Shop, intentId: string): Promise<string | undefined> {
  const { order_id } = await shop.db
    .selectFrom('payments')
    .select('order_id')
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow();
  const state = async () => {
    const order = await anyOrder(shop.db, order_id);
    return {
      refunded: (order?.refunded_cents ?? 0) / 100,
      disputed: order?.disputed_since?.toISOString() ?? null,
    };
  };
  const before = await state();
  await syncRefundsAndDisputes(shop, intentId);
  const after = await state();
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  await audit(shop.db, shop, {
    action: 'money booked',
    subject: await orderNamed(shop.db, order_id),
    before,
    after,
  });
  return 'The books say now what the card provider says of its money.';
}

/** By the same way as a customer's cancel, so that a payment under way still wins. */
async function endOrder(shop: Shop, orderId: string): Promise<string | undefined> {
  const order = await anyOrder(shop.db, orderId);
  if (order === undefined) return undefined;
  const because =
    order.state === 'cancelling' ? (order.cancelled_because ?? 'customer') : 'expired';
  try {
    await cancelOrder(shop, orderId, { whose: { userId: order.user_id, isAdmin: false }, because });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order_paid') return endedByPayment(shop, order);
    throw error;
  }
  await audit(shop.db, shop, {
    action: 'cancel finished',
    subject: named(order),
    before: { state: order.state },
    after: { state: 'cancelled', because },
  });
  return 'The order is cancelled and its pieces are on sale again.';
}

async function endedByPayment(shop: Shop, order: OrderRow): Promise<string> {
  await audit(shop.db, shop, {
    action: 'payment booked',
    subject: named(order),
    before: { state: order.state },
    after: { state: 'paid' },
  });
  return 'The order turned out to be paid.';
}

async function makeRefunds(shop: Shop, orderId: string): Promise<string | undefined> {
  const late = await shop.db
    .selectFrom('payments')
    .select(['intent_id', 'amount_cents'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'refund_due')
    .execute();
  const due = await shop.db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'due')
    .execute();
  let allDone = late.length + due.length > 0;
  for (const { intent_id } of late)
    allDone = (await finishRefund(shop, intent_id)) === 'refunded' && allDone;
  for (const refund of due) allDone = (await finishAdminRefund(shop, refund)) && allDone;
  if (!allDone) return undefined;
  const cents = [...late, ...due].reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  await audit(shop.db, shop, {
    action: 'refund made',
    subject: await orderNamed(shop.db, orderId),
    after: { amount: cents / 100 },
  });
  return 'The money went back.';
}

/** Puts the mail back among those to be sent; the shop's worker tries it as often as a new one. */
function sendAgain(shop: Shop, mailId: string): Promise<string | undefined> {
  return inTransaction(shop.db, async (tx) => {
    const mail = await tx
      .updateTable('mail_outbox')
      .set({ attempts: 0, run_at: shop.clock.now(), locked_until: null })
      .where('id', '=', mailId)
      .where('done_at', 'is', null)
      .returning('event_key')
      .executeTakeFirst();
    if (mail === undefined) return undefined;
    // What happened, as in 'order-paid:…': whom the mail is for stands in the mail only.
    const [told = ''] = mail.event_key.split(':');
    await audit(tx, shop, {
      action: 'mail queued again',
      subject: { type: 'mail', id: mailId, name: told },
    });
    return 'The mail is tried again as soon as the shop runs.';
  });
}

const anyOrder = (db: Database, orderId: string) =>
  findOwnOrder(db, orderId, { userId: '', isAdmin: true });

async function orderNamed(db: Database, orderId: string): Promise<Deed['subject']> {
  const order = await anyOrder(db, orderId);
  return order ? named(order) : { type: 'order', id: orderId, name: orderId };
}

function named({
  id,
  quantity,
  part_name,
}: Pick<OrderRow, 'id' | 'quantity' | 'part_name'>): Deed['subject'] {
  return { type: 'order', id, name: `${quantity} × ${part_name}` };
}
