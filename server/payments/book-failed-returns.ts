import { newId } from '#server/db/new-id.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { CardRefund } from '#server/third-parties/cards/port.ts';
import { bookAgain, bookFailed, tellFailed } from './book-refunds.ts';
import { matchRefunds } from './match-refunds.ts';
import { listBookedRefunds } from './refund-store.ts';
import { insertFailedReturn } from './returned-store.ts';
import { shareOut } from './share-out.ts';
import type { Payment } from './store.ts';

const reason = 'This payment pays for nothing, so it goes back.';

/**
 * Books what became of the refunds of a payment that pays for nothing, after all of it went back: one may fail days later, and
 * may then be made again in the provider's dashboard. Idempotent; the payment's orders are locked.
 */
export async function bookFailedReturns(
  tx: Database,
  shop: Shop,
  { payment, refunds }: { payment: Payment; refunds: readonly CardRefund[] },
): Promise<void> {
  const { intent_id: intentId } = payment;
  const rows = await listBookedRefunds(tx, intentId);
  const backCents = sumOf(refunds.filter(({ hasFailed }) => !hasFailed));
  // One that failed before all of the payment went back was made up for by then.
  if (rows.length === 0 && backCents >= payment.amount_cents) return;
  const [first, later] = splitRefunds(payment, refunds);
  const booked = new Set(rows.map(({ provider_id }) => provider_id));
  for (const refund of first.filter(({ id, hasFailed }) => hasFailed && !booked.has(id)))
    await bookFirstFailure(tx, shop, { payment, refund });
  // Any other was made at the provider for a reason that the shop does not know: the doctor finds it.
  for (const { kind, row, refund } of matchRefunds(await listBookedRefunds(tx, intentId), later)) {
    if (kind === 'failed') await bookFailed(tx, shop, { row, refund });
    if (kind === 'again') await bookAgain(tx, shop, { intentId, row, refund });
  }
}

const sumOf = (refunds: readonly CardRefund[]): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** The refunds by which the whole payment went back first, which have no rows of their own, and those that were made later. */
function splitRefunds(
  { amount_cents }: Payment,
  newestFirst: readonly CardRefund[],
): [first: CardRefund[], later: CardRefund[]] {
  const oldestFirst = newestFirst.toReversed();
  let cents = 0;
  const end = oldestFirst.findIndex(({ amountCents }) => (cents += amountCents) >= amount_cents);
  const count = end === -1 ? oldestFirst.length : end + 1;
  return [oldestFirst.slice(0, count), oldestFirst.slice(count)];
}

async function bookFirstFailure(
  tx: Database,
  shop: Shop,
  { payment, refund }: { payment: Payment; refund: CardRefund },
): Promise<void> {
  const now = shop.clock.now();
  const { amountCents, id: provider_id } = refund;
  const shares = shareOut(
    amountCents,
    payment.lines.map((line) => ({ orderId: line.orderId, leftCents: line.amountCents })),
  );
  const refundId = newId(now);
  const failed = { id: refundId, intent_id: payment.intent_id, provider_id, shares, reason };
  await insertFailedReturn(tx, failed, now);
  await tellFailed(tx, shop, { refundId, shares, amountCents });
}
