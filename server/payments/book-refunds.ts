import { newId } from '#server/db/new-id.ts';
import { insertOrderEvent } from '#server/history/store.ts';
import { mailFailedRefund, mailForeignRefund } from '#server/mails/mail-admins-of-money.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { CardRefund } from '#server/third-parties/cards/port.ts';
import { matchRefunds, type BookedRefund } from './match-refunds.ts';
import {
  insertForeignRefund,
  listBookedRefunds,
  moveRefund,
  sumRefunds,
  type RefundableOrder,
} from './refund-store.ts';

/** Who tells of what happened at the card provider; it names no person. */
export const provider = { role: 'provider', actor: 'card provider' } as const;

const reason = "Given back in the card provider's dashboard.";

interface Seen {
  readonly order: RefundableOrder;
  readonly intentId: string;
  readonly refunds: readonly CardRefund[];
}

/** Books the provider's refunds of an order, whose row is held; what is booked already stays as it is. */
export async function bookRefunds(
  tx: Database,
  shop: Shop,
  { order, intentId, refunds }: Seen,
): Promise<void> {
  const changes = matchRefunds(await listBookedRefunds(tx, intentId), refunds);
  const now = shop.clock.now();
  for (const change of changes) {
    const { id: providerId, amountCents } = change.refund;
    if (change.kind === 'made')
      await moveRefund(tx, change.row.id, { state: 'done', providerId, amountCents, now });
    if (change.kind === 'failed') await fail(tx, shop, { order, row: change.row, providerId });
    if (change.kind === 'foreign')
      await bookForeign(tx, shop, { order, intentId, refund: change.refund });
  }
  if (changes.length > 0) await sumRefunds(tx, order.id);
}

async function bookForeign(
  tx: Database,
  shop: Shop,
  {
    order,
    intentId,
    refund: { id: providerId, amountCents },
  }: { order: RefundableOrder; intentId: string; refund: CardRefund },
): Promise<void> {
  const now = shop.clock.now();
  const refundId = newId(now);
  const row = {
    id: refundId,
    order_id: order.id,
    intent_id: intentId,
    amount_cents: amountCents,
    reason,
  } as const;
  await insertForeignRefund(tx, { ...row, source: 'provider', provider_id: providerId }, now);
  // The mails tell how much of the order went back.
  await sumRefunds(tx, order.id);
  await insertOrderEvent(tx, {
    orderId: order.id,
    kind: 'refunded',
    ...provider,
    details: { amountCents, reason },
    now,
  });
  await mailCustomer(tx, shop, order.id, { kind: 'refunded', refundId, amountCents, reason });
  await mailForeignRefund(tx, shop, { orderId: order.id, refundId, amountCents });
}

/** The card did not take the money. One of ours stays promised, and a person has to find another way. */
async function fail(
  tx: Database,
  shop: Shop,
  { order, row, providerId }: { order: RefundableOrder; row: BookedRefund; providerId: string },
): Promise<void> {
  const now = shop.clock.now();
  const amountCents = row.amount_cents;
  await moveRefund(tx, row.id, { state: 'failed', providerId, amountCents, now });
  const details = { amountCents, reason: 'The card did not take the money, so it came back.' };
  await insertOrderEvent(tx, {
    orderId: order.id,
    kind: 'refund_failed',
    ...provider,
    details,
    now,
  });
  await mailFailedRefund(tx, shop, { orderId: order.id, refundId: row.id, amountCents });
}
