import { newId } from '#server/db/new-id.ts';
import { byProvider, insertOrderEvents } from '#server/history/store.ts';
import { mailDispute } from '#server/mails/mail-admins-about-money.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { CardDispute } from '#server/third-parties/cards/port.ts';
import { listDisputeStates, upsertDispute, updateDisputedSince } from './dispute-store.ts';
import { insertForeignRefund, moveShares, updateRefundedTotals } from './refund-store.ts';
import { lockRefundableOrders } from './refundable-orders.ts';
import { shareOut } from './share-out.ts';

interface PaymentOfOrders {
  readonly orderIds: readonly string[];
  readonly intentId: string;
}

const reason = "The cardholder's bank took the money back.";

/** Books the disputes of a payment whose orders are locked; while one is open none of them can be shipped. */
export async function bookDisputes(
  tx: Database,
  shop: Shop,
  { disputes, ...payment }: PaymentOfOrders & { disputes: readonly CardDispute[] },
): Promise<void> {
  const { intentId, orderIds } = payment;
  const known = await listDisputeStates(tx, intentId);
  const changed = disputes.filter(({ id, state }) => known.get(id) !== state);
  for (const dispute of changed) {
    await bookDispute(tx, shop, { ...payment, dispute, before: known.get(dispute.id) });
    await updateRefundedTotals(tx, orderIds);
  }
  if (changed.length > 0) await updateDisputedSince(tx, intentId);
}

interface DisputeChange extends PaymentOfOrders {
  readonly dispute: CardDispute;
  readonly before: CardDispute['state'] | undefined;
}

async function bookDispute(
  tx: Database,
  shop: Shop,
  { orderIds, intentId, dispute, before }: DisputeChange,
): Promise<void> {
  const now = shop.clock.now();
  const { id, amountCents, state } = dispute;
  const [only = null, ...others] = orderIds;
  const order_id = others.length === 0 ? only : null;
  await upsertDispute(
    tx,
    { id, order_id, intent_id: intentId, amount_cents: amountCents, state },
    now,
  );
  const tell = (kind: 'disputed' | 'dispute_won' | 'dispute_lost', why: string) => {
    const details = { amountCents, reason: why };
    return insertOrderEvents(tx, orderIds, { kind, ...byProvider, details, now });
  };
  if (before === undefined)
    await tell('disputed', 'The cardholder asked the bank for the money back.');
  if (before === 'lost') await moveShares(tx, id, { to: 'failed', now });
  if (state === 'won') await tell('dispute_won', 'The money stays with the shop.');
  if (state === 'lost') {
    // Lost, won and lost again: the same shares went back.
    if (!(await moveShares(tx, id, { to: 'done', now })))
      await bookLoss(tx, { orderIds, intentId, dispute, now });
    await tell('dispute_lost', reason);
  }
  await mailDispute(tx, shop, { orderIds, dispute });
}

async function bookLoss(
  tx: Database,
  { orderIds, intentId, dispute, now }: PaymentOfOrders & { dispute: CardDispute; now: Date },
): Promise<void> {
  const orders = await lockRefundableOrders(tx, orderIds);
  const left = orders.map(({ id, total_cents, refunded_cents }) => ({
    orderId: id,
    leftCents: total_cents - refunded_cents,
  }));
  const shares = shareOut(dispute.amountCents, left);
  const loss = {
    id: newId(now),
    intent_id: intentId,
    reason,
    source: 'dispute',
    requested_by: null,
    shares,
  } as const;
  await insertForeignRefund(tx, { ...loss, provider_id: dispute.id }, now);
}
