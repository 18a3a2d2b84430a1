import { newId } from '#server/db/new-id.ts';
import { insertOrderEvent } from '#server/history/store.ts';
import { mailDispute } from '#server/mails/mail-admins-of-money.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { CardDispute } from '#server/third-parties/cards/port.ts';
import { provider } from './book-refunds.ts';
import { listDisputeStates, putDispute, sumDisputes } from './dispute-store.ts';
import {
  insertForeignRefund,
  takeBackLoss,
  sumRefunds,
  type RefundableOrder,
} from './refund-store.ts';

interface Seen {
  readonly order: RefundableOrder;
  readonly intentId: string;
  readonly disputes: readonly CardDispute[];
}

const reason = "The cardholder's bank took the money back.";

/** Books the disputes of an order's payment, whose row is held; while one is open nothing of the order is shipped. */
export async function bookDisputes(
  tx: Database,
  shop: Shop,
  { order, intentId, disputes }: Seen,
): Promise<void> {
  const before = await listDisputeStates(tx, order.id);
  const changed = disputes.filter(({ id, state }) => before.get(id) !== state);
  for (const dispute of changed)
    await bookDispute(tx, shop, { order, intentId, dispute, before: before.get(dispute.id) });
  if (changed.length === 0) return;
  await sumDisputes(tx, order.id);
  await sumRefunds(tx, order.id);
}

interface Change {
  readonly order: RefundableOrder;
  readonly intentId: string;
  readonly dispute: CardDispute;
  readonly before: CardDispute['state'] | undefined;
}

async function bookDispute(
  tx: Database,
  shop: Shop,
  { order, intentId, dispute, before }: Change,
): Promise<void> {
  const now = shop.clock.now();
  const { id, amountCents, state } = dispute;
  await putDispute(
    tx,
    { id, order_id: order.id, intent_id: intentId, amount_cents: amountCents, state },
    now,
  );
  const tell = (kind: 'disputed' | 'dispute_won' | 'dispute_lost', why: string) =>
    insertOrderEvent(tx, {
      orderId: order.id,
      kind,
      ...provider,
      details: { amountCents, reason: why },
      now,
    });
  if (before === undefined)
    await tell('disputed', 'The cardholder asked the bank for the money back.');
  if (before === 'lost') await takeBackLoss(tx, id, now);
  if (state === 'won') await tell('dispute_won', 'The money stays with the shop.');
  if (state === 'lost') {
    const loss = {
      id: newId(now),
      order_id: order.id,
      intent_id: intentId,
      amount_cents: amountCents,
      reason,
    } as const;
    await insertForeignRefund(tx, { ...loss, source: 'dispute', provider_id: id }, now);
    await tell('dispute_lost', reason);
  }
  await mailDispute(tx, shop, { orderId: order.id, dispute });
}
