import { newId } from '#server/db/new-id.ts';
import { byProvider, insertOrderEvent } from '#server/history/store.ts';
import { mailFailedRefund, mailForeignRefund } from '#server/mails/mail-admins-about-money.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { CardRefund } from '#server/third-parties/cards/port.ts';
import { matchRefunds, type BookedRefund } from './match-refunds.ts';
import {
  insertForeignRefund,
  listBookedRefunds,
  moveRefund,
  updateRefundedTotal,
} from './refund-store.ts';

const reason = "Given back in the card provider's dashboard.";

/** Books the provider's refunds of a payment whose order is locked; idempotent. */
export async function bookRefunds(
  tx: Database,
  shop: Shop,
  {
    orderId,
    intentId,
    refunds,
  }: { orderId: string; intentId: string; refunds: readonly CardRefund[] },
): Promise<void> {
  const changes = matchRefunds(await listBookedRefunds(tx, intentId), refunds);
  const now = shop.clock.now();
  for (const { kind, row, refund } of changes) {
    const { id: providerId, amountCents } = refund;
    if (kind === 'made') await moveRefund(tx, row.id, { to: 'done', providerId, amountCents, now });
    if (kind === 'failed') await bookFailed(tx, shop, { orderId, row, providerId });
    if (kind === 'foreign') await bookForeign(tx, shop, { orderId, intentId, refund });
  }
  if (changes.length > 0) await updateRefundedTotal(tx, orderId);
}

/** Money that somebody gave back in the provider's dashboard. */
async function bookForeign(
  tx: Database,
  shop: Shop,
  { orderId, intentId, refund }: { orderId: string; intentId: string; refund: CardRefund },
): Promise<void> {
  const now = shop.clock.now();
  const refundId = newId(now);
  const { id: provider_id, amountCents } = refund;
  const money = { order_id: orderId, intent_id: intentId, amount_cents: amountCents };
  const row = { id: refundId, ...money, reason, source: 'provider', provider_id } as const;
  await insertForeignRefund(tx, row, now);
  // Before the mails: they tell how much of the order went back.
  await updateRefundedTotal(tx, orderId);
  const details = { amountCents, reason };
  await insertOrderEvent(tx, orderId, { kind: 'refunded', ...byProvider, details, now });
  await mailCustomer(tx, shop, orderId, { kind: 'refunded', refundId, amountCents, reason });
  await mailForeignRefund(tx, shop, { orderId, refundId, amountCents });
}

/** The card did not take the money. A refund of ours stays promised: a person has to find another way. */
async function bookFailed(
  tx: Database,
  shop: Shop,
  { orderId, row, providerId }: { orderId: string; row: BookedRefund; providerId: string },
): Promise<void> {
  const now = shop.clock.now();
  const { id: refundId, amount_cents: amountCents } = row;
  await moveRefund(tx, refundId, { to: 'failed', providerId, amountCents, now });
  const details = { amountCents, reason: 'The card did not take the money, so it came back.' };
  await insertOrderEvent(tx, orderId, { kind: 'refund_failed', ...byProvider, details, now });
  await mailFailedRefund(tx, shop, { orderId, refundId, amountCents });
}
