import { orderSubject, recordAudit, type AuditNote } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/refusal.ts';
import { cancelOrder } from '#server/orders/cancel-order.ts';
import { findOwnOrder } from '#server/orders/store.ts';
import { finishAdminRefund } from '#server/payments/finish-admin-refund.ts';
import { syncRefundsAndDisputes } from '#server/payments/sync-refunds-and-disputes.ts';
import { finishRefund, settle } from '#server/payments/settle.ts';
import type { Database, Shop } from '#server/shop.ts';
import { sumUpDay } from '#server/figures/sum-up.ts';
import { countClaims } from '#server/vehicles/count-claims.ts';
import { findClaimingPart } from '#server/vehicles/votes-store.ts';
import type { Finding } from './check.ts';
import { wrongStock } from './stock-checks.ts';

/** The outcome of repairing one row. */
export interface Repaired {
  readonly checkId: string;
  readonly rowId: string;
  readonly done: boolean;
  readonly sentence: string;
}

type AuditedWrite = Pick<AuditNote, 'action' | 'subject' | 'before' | 'after'>;
type Repair = (shop: Shop, rowId: string) => Promise<string | undefined>;

/** The repairs that lose nothing, by check; each answers what it did, or undefined when it could not. */
const repairs: Readonly<Record<string, Repair>> = {
  I2: mendStock,
  'I14-counts': countAgain,
  I15: sumUpAgain,
  'I8-cards': bookRefundsAndDisputes,
  'stuck-payments': bookPayment,
  'stuck-cancels': endOrder,
  'stuck-holds': endOrder,
  'stuck-refunds': makeRefunds,
  'stuck-mails': sendAgain,
};

/** Repairs what can be repaired without losing anything, row by row. Each is noted in the audit log, unless it is only a sum. */
export async function repair(shop: Shop, findings: readonly Finding[]): Promise<Repaired[]> {
  const outcomes: Repaired[] = [];
  for (const { check, rows = [] } of findings) {
    const mend = repairs[check.id];
    if (mend === undefined) continue;
    for (const { id: rowId } of rows.filter(({ repairable }) => repairable))
      outcomes.push({ checkId: check.id, rowId, ...(await tried(() => mend(shop, rowId))) });
  }
  return outcomes;
}

/** A row that cannot be repaired does not stop the others. */
async function tried(
  mend: () => Promise<string | undefined>,
): Promise<Pick<Repaired, 'done' | 'sentence'>> {
  try {
    const sentence = await mend();
    if (sentence !== undefined) return { done: true, sentence };
    return { done: false, sentence: 'It could not be mended now; somebody has to look.' };
  } catch (error) {
    const sentence = error instanceof Error ? error.message : 'It could not be mended.';
    return { done: false, sentence };
  }
}

const audit = (db: Database, shop: Shop, write: AuditedWrite): Promise<void> =>
  recordAudit(db, { ...write, actor: 'command line', now: shop.clock.now() });

/** Ledger and orders agree: only the stock of the part is wrong. */
async function mendStock(shop: Shop, partId: string): Promise<string | undefined> {
  const sentence = await inTransaction(shop.db, async (tx) => {
    const part = await tx
      .selectFrom('parts')
      .select(['id', 'name'])
      .where('id', '=', partId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const wrong = (await wrongStock([partId]).execute(tx)).rows[0];
    if (wrong === undefined || !wrong.repairable) return undefined;
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

/** The votes are there: only their numbers are wrong. */
async function countAgain(shop: Shop, partId: string): Promise<string> {
  await inTransaction(shop.db, async (tx) => {
    await countClaims(tx, shop, partId);
    const { name } = await findClaimingPart(tx, partId);
    const subject = { type: 'part', id: partId, name } as const;
    await audit(tx, shop, { action: 'votes counted again', subject });
  });
  shop.publicPagesChanged();
  return 'What buyers say of its vehicles is counted again.';
}

async function sumUpAgain({ db, clock }: Shop, day: string): Promise<string> {
  await sumUpDay(db, day, clock.now());
  return 'It is summed up again.';
}

async function bookPayment(shop: Shop, intentId: string): Promise<string | undefined> {
  const settled = await settle(shop, intentId);
  if (settled !== 'kept' && settled !== 'refunded') return undefined;
  await audit(shop.db, shop, {
    action: 'payment booked',
    subject: (await readPayment(shop.db, intentId)).subject,
    after: { transactionId: intentId, settled },
  });
  return settled === 'kept'
    ? 'The order is paid now.'
    : 'The money went back: its order did not wait for it any more.';
}

async function bookRefundsAndDisputes(shop: Shop, intentId: string): Promise<string | undefined> {
  const { subject, state: before } = await readPayment(shop.db, intentId);
  await syncRefundsAndDisputes(shop, intentId);
  const { state: after } = await readPayment(shop.db, intentId);
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  await audit(shop.db, shop, { action: 'money booked', subject, before, after });
  return 'The books say now what the card provider says of its money.';
}

/** By the same path as a customer's cancel, so that a payment under way still wins. */
async function endOrder(shop: Shop, orderId: string): Promise<string | undefined> {
  const order = await findAnyOrder(shop.db, orderId);
  if (order === undefined) return undefined;
  const because =
    order.state === 'cancelling' ? (order.cancelled_because ?? 'customer') : 'expired';
  try {
    await cancelOrder(shop, orderId, { whose: { userId: order.user_id, isAdmin: false }, because });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'order_paid')) throw error;
    const paid = { before: { state: order.state }, after: { state: 'paid' } };
    await audit(shop.db, shop, { action: 'payment booked', subject: orderSubject(order), ...paid });
    return 'The order turned out to be paid.';
  }
  await audit(shop.db, shop, {
    action: 'cancel finished',
    subject: orderSubject(order),
    before: { state: order.state },
    after: { state: 'cancelled', because },
  });
  return 'The order is cancelled and its pieces are on sale again.';
}

async function makeRefunds(shop: Shop, orderId: string): Promise<string | undefined> {
  const order = await findAnyOrder(shop.db, orderId);
  if (order === undefined) return undefined;
  const late = await shop.db
    .selectFrom('payments')
    .innerJoin('payment_lines as line', 'line.intent_id', 'payments.intent_id')
    .select(['payments.intent_id', 'line.amount_cents'])
    .where('line.order_id', '=', orderId)
    .where('payments.state', '=', 'refund_due')
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
    subject: orderSubject(order),
    after: { amount: cents / 100 },
  });
  return 'The money went back.';
}

/** Queues the mail again, with as many tries as a new one. */
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
    // The event's name, as in 'order-paid:…'; the audit log does not name the recipient.
    const [name = ''] = mail.event_key.split(':');
    const subject = { type: 'mail', id: mailId, name } as const;
    await audit(tx, shop, { action: 'mail queued again', subject });
    return 'The mail is tried again as soon as the shop runs.';
  });
}

const findAnyOrder = (db: Database, orderId: string) =>
  findOwnOrder(db, orderId, { userId: '', isAdmin: true });

/** The first of a payment's orders, for the audit log, and what went back or is disputed of all of them. */
async function readPayment(db: Database, intentId: string) {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('payment_lines', 'payment_lines.order_id', 'orders.id')
    .selectAll('orders')
    .where('payment_lines.intent_id', '=', intentId)
    .orderBy('orders.id')
    .execute();
  const [first] = orders;
  if (first === undefined) throw new Error(`The payment ${intentId} has no order.`);
  const refunded = orders.reduce((sum, { refunded_cents }) => sum + refunded_cents, 0) / 100;
  const disputed = orders.find(({ disputed_since }) => disputed_since !== null)?.disputed_since;
  const state = { refunded, disputed: disputed?.toISOString() ?? null };
  return { subject: orderSubject(first), state };
}
