import { newId } from '#server/db/new-id.ts';
import { byProvider, insertOrderEvent } from '#server/history/store.ts';
import { mailFailedRefund, mailForeignRefund } from '#server/mails/mail-admins-about-money.ts';
import { mailForeignReturn } from '#server/mails/mail-about-payment.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { CardRefund } from '#server/third-parties/cards/port.ts';
import { matchRefunds, type FailedRefund } from './match-refunds.ts';
import {
  insertForeignRefund,
  listBookedRefunds,
  moveRefund,
  moveShares,
  updateRefundedTotals,
  type BookedRefund,
} from './refund-store.ts';
import type { RefundableOrder } from './refundable-orders.ts';
import { shareOut, type Share } from './share-out.ts';

const reason = "Given back in the card provider's dashboard.";

/** A payment's locked orders, and what the provider says of it. */
interface PaymentRefunds {
  readonly orders: readonly RefundableOrder[];
  readonly intentId: string;
  readonly refunds: readonly CardRefund[];
}

/** Books the provider's refunds of a payment whose orders are locked; idempotent. */
export async function bookRefunds(
  tx: Database,
  shop: Shop,
  { orders, intentId, refunds }: PaymentRefunds,
): Promise<void> {
  const changes = matchRefunds(await listBookedRefunds(tx, intentId), refunds);
  const left = new Map(orders.map((order) => [order.id, order.total_cents - order.refunded_cents]));
  for (const { kind, row, refund } of changes) {
    if (kind === 'made') await bookMade(tx, shop, { row, refund });
    if (kind === 'failed') await bookFailed(tx, shop, { row, refund });
    if (kind === 'again') await bookAgain(tx, shop, { intentId, row, refund });
    if (kind !== 'foreign') continue;
    const leftOf = [...left].map(([orderId, leftCents]) => ({ orderId, leftCents }));
    const shares = shareOut(refund.amountCents, leftOf);
    await bookForeign(tx, shop, { shares, intentId, refund });
    for (const { orderId, cents } of shares) left.set(orderId, (left.get(orderId) ?? 0) - cents);
  }
  if (changes.length > 0)
    await updateRefundedTotals(
      tx,
      orders.map(({ id }) => id),
    );
}

interface KnownRefund {
  readonly row: BookedRefund;
  readonly refund: CardRefund;
}

async function bookMade(tx: Database, shop: Shop, { row, refund }: KnownRefund): Promise<void> {
  const { id: providerId, amountCents } = refund;
  const now = shop.clock.now();
  if (row.shares.length > 1) await moveShares(tx, providerId, { to: 'done', now });
  else await moveRefund(tx, row.id, { to: 'done', providerId, amountCents, now });
}

/** Money that somebody gave back in the provider's dashboard. */
async function bookForeign(
  tx: Database,
  shop: Shop,
  { shares, intentId, refund }: { shares: readonly Share[]; intentId: string; refund: CardRefund },
): Promise<void> {
  const now = shop.clock.now();
  const refundId = newId(now);
  const row = {
    id: refundId,
    intent_id: intentId,
    reason,
    source: 'provider',
    requested_by: null,
    shares,
  } as const;
  await insertForeignRefund(tx, { ...row, provider_id: refund.id }, now);
  const { amountCents } = refund;
  await tellOwners(tx, shop, { refundId, intentId, shares, amountCents });
  await mailForeignRefund(tx, shop, { refundId, shares, amountCents });
}

/** What failed before was given back in the provider's dashboard: promised by whoever promised it then, and on its way to the customer again. */
export async function bookAgain(
  tx: Database,
  shop: Shop,
  { intentId, row, refund }: { intentId: string; row: FailedRefund; refund: CardRefund },
): Promise<void> {
  const now = shop.clock.now();
  const { source, requested_by, shares } = row;
  await moveShares(tx, row.provider_id, { to: 'replaced', now });
  const refundId = newId(now);
  const again = { id: refundId, intent_id: intentId, reason, source, requested_by, shares };
  await insertForeignRefund(tx, { ...again, provider_id: refund.id }, now);
  // What was too much is no refund of the order; its payer was told when it was found.
  if (source !== 'admin') return;
  const { amountCents } = refund;
  await tellOwners(tx, shop, { refundId, intentId, shares, amountCents });
}

/** Tells the owners of a payment's orders, and the history of each, what went back at the provider. */
async function tellOwners(
  tx: Database,
  shop: Shop,
  refund: Omit<Parameters<typeof mailForeignReturn>[2], 'reason'>,
): Promise<void> {
  const { shares } = refund;
  // Before the mails: they tell how much of the order went back.
  await updateRefundedTotals(
    tx,
    shares.map(({ orderId }) => orderId),
  );
  const now = shop.clock.now();
  for (const { orderId, cents } of shares) {
    const details = { amountCents: cents, reason };
    await insertOrderEvent(tx, orderId, { kind: 'refunded', ...byProvider, details, now });
  }
  await mailForeignReturn(tx, shop, { ...refund, reason });
}

/** The card did not take the money. A refund of ours stays promised: a person has to find another way. */
export async function bookFailed(
  tx: Database,
  shop: Shop,
  { row, refund }: KnownRefund,
): Promise<void> {
  const now = shop.clock.now();
  const { id: refundId, amount_cents: amountCents, shares } = row;
  const providerId = refund.id;
  if (shares.length > 1) await moveShares(tx, providerId, { to: 'failed', now });
  else await moveRefund(tx, refundId, { to: 'failed', providerId, amountCents, now });
  await tellFailed(tx, shop, { refundId, shares, amountCents });
}

/** Tells the admins, and the history of each order, that a refund has failed. */
export async function tellFailed(
  tx: Database,
  shop: Shop,
  refund: Parameters<typeof mailFailedRefund>[2],
): Promise<void> {
  const now = shop.clock.now();
  for (const { orderId, cents } of refund.shares) {
    const details = {
      amountCents: cents,
      reason: 'The card did not take the money, so it came back.',
    };
    await insertOrderEvent(tx, orderId, { kind: 'refund_failed', ...byProvider, details, now });
  }
  await mailFailedRefund(tx, shop, refund);
}
