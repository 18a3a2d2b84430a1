import { newId } from '#server/db/new-id.ts';
import { byProvider, insertOrderEvent } from '#server/history/store.ts';
import { mailDispute } from '#server/mails/mail-admins-about-money.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { CardDispute } from '#server/third-parties/cards/port.ts';
import { listDisputeStates, upsertDispute, updateDisputedSince } from './dispute-store.ts';
import { insertForeignRefund, undoLoss, updateRefundedTotal } from './refund-store.ts';

interface PaymentOfOrder {
  readonly orderId: string;
  readonly intentId: string;
}

const reason = "The cardholder's bank took the money back.";

/** Books the disputes of a payment whose order is locked; while one is open the order cannot be shipped. */
export async function bookDisputes(
  tx: Database,
  shop: Shop,
  { disputes, ...payment }: PaymentOfOrder & { disputes: readonly CardDispute[] },
): Promise<void> {
  const { orderId } = payment;
  const known = await listDisputeStates(tx, orderId);
  const changed = disputes.filter(({ id, state }) => known.get(id) !== state);
  for (const dispute of changed)
    await bookDispute(tx, shop, { ...payment, dispute, before: known.get(dispute.id) });
  if (changed.length === 0) return;
  await updateDisputedSince(tx, orderId);
  await updateRefundedTotal(tx, orderId);
}

interface DisputeChange extends PaymentOfOrder {
  readonly dispute: CardDispute;
  readonly before: CardDispute['state'] | undefined;
}

async function bookDispute(
  tx: Database,
  shop: Shop,
  { orderId, intentId, dispute, before }: DisputeChange,
): Promise<void> {
  const now = shop.clock.now();
  const { id, amountCents, state } = dispute;
  const money = { order_id: orderId, intent_id: intentId, amount_cents: amountCents };
  await upsertDispute(tx, { id, ...money, state }, now);
  const tell = (kind: 'disputed' | 'dispute_won' | 'dispute_lost', why: string) => {
    const details = { amountCents, reason: why };
    return insertOrderEvent(tx, orderId, { kind, ...byProvider, details, now });
  };
  if (before === undefined)
    await tell('disputed', 'The cardholder asked the bank for the money back.');
  if (before === 'lost') await undoLoss(tx, id, now);
  if (state === 'won') await tell('dispute_won', 'The money stays with the shop.');
  if (state === 'lost') {
    const loss = { id: newId(now), ...money, reason, source: 'dispute', provider_id: id } as const;
    await insertForeignRefund(tx, loss, now);
    await tell('dispute_lost', reason);
  }
  await mailDispute(tx, shop, { orderId, dispute });
}
