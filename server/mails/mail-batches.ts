import type { CancelReason } from '#server/orders/store.ts';
import type { PartRow } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';
import { lineOf, type ToldLines } from './batch-letters.ts';
import type { LetterAbout } from './letter-kinds.ts';
import { mailAdmins } from './mail-admins.ts';
import { mayMail } from './mail-customer.ts';
import { poNumbersOf } from './po-numbers.ts';
import { batchReminderKey, listMailedOrders, toldOf, type MailedOrder } from './store.ts';
import { writeLetters, type MailShop } from './write-letters.ts';

interface PlacedBatch {
  readonly id: string;
  /** What was typed with it, perhaps empty. */
  readonly note: string;
  readonly lines: readonly MailedOrder[];
}

/** A batch is placed: one mail for all its lines. */
export async function mailPlacedBatch(
  tx: Database,
  shop: MailShop,
  { id: batchId, lines, note: typed }: PlacedBatch,
): Promise<void> {
  const mail = { eventKey: `batch-placed:${batchId}`, batchId, orders: lines, isFree: true };
  await mailLines(tx, shop, mail, (facts) => {
    const note = facts.first.isOwnAddress ? typed : '';
    return { kind: 'batch-placed', facts: { ...facts, note } };
  });
}

/** The hold of a batch ends soon: one mail for its unpaid lines. */
export async function mailBatchReminder(
  tx: Database,
  shop: MailShop,
  batchId: string,
): Promise<void> {
  const orders = await listMailedOrders(tx, shop, { unpaidOf: batchId });
  const mail = { eventKey: `${batchReminderKey}${batchId}`, batchId, orders, isFree: true };
  await mailLines(tx, shop, mail, (facts) => ({ kind: 'batch-reminder', facts }));
}

/** Lines of a batch that ended together: one mail, by whose key the doctor finds it (I10-orders in `server/doctor/invariants.ts`). */
export async function mailEndedLines(
  tx: Database,
  shop: MailShop,
  batchId: string,
  { ids, because }: { ids: readonly string[]; because: CancelReason },
): Promise<void> {
  const orders = await listMailedOrders(tx, shop, { ids });
  const kind = because === 'expired' ? 'expired' : 'cancelled';
  const mail = { eventKey: `batch-${kind}:${orders[0]?.id}`, batchId, orders, isFree: true };
  await mailLines(tx, shop, mail, (facts) => ({
    kind: 'lines-ended',
    facts: { ...facts, because },
  }));
}

/** What was left of some lines of a batch was shipped together: one mail, by whose key the doctor finds it (I10-orders). */
export async function mailShippedLines(
  tx: Database,
  shop: MailShop,
  batchId: string,
  ids: readonly string[],
): Promise<void> {
  const orders = await listMailedOrders(tx, shop, { ids });
  const mail = { eventKey: `batch-shipped:${orders[0]?.id}`, batchId, orders, isFree: false };
  await mailLines(tx, shop, mail, (facts) => ({ kind: 'lines-shipped', facts }));
}

/** Parts of a batch that now have fewer pieces than their minimum order and had as many before: one mail to each admin. */
export async function mailLowStockOfBatch(
  tx: Database,
  shop: MailShop,
  batchId: string,
  parts: readonly { readonly part: PartRow; readonly left: number }[],
): Promise<void> {
  const low = parts.filter(
    ({ part, left }) => left < part.order_quantity && part.in_stock >= part.order_quantity,
  );
  if (low.length === 0) return;
  const told = low.map(({ part: { id, name, part_number, order_quantity }, left }) => {
    return { id, name, part_number, order_quantity, left };
  });
  await mailAdmins(tx, shop, `admins-low-stock:${batchId}`, {
    kind: 'admins-low-parts',
    facts: { batchId, parts: told },
  });
}

interface MailedLines {
  readonly eventKey: string;
  readonly batchId: string;
  readonly orders: readonly MailedOrder[];
  readonly isFree: boolean;
}

async function mailLines(
  tx: Database,
  shop: MailShop,
  { eventKey, batchId, orders, isFree }: MailedLines,
  about: (facts: ToldLines) => LetterAbout,
): Promise<void> {
  const [first] = orders;
  if (first === undefined || !(await mayMail(tx, shop, first, isFree))) return;
  const lines = orders.map(lineOf);
  const told = { batchId, first: toldOf(first), lines, poNumbers: poNumbersOf(orders) };
  const letter = { eventKey, recipient: first.email, name: first.name, ...about(told) };
  await writeLetters(tx, shop, [letter]);
}
