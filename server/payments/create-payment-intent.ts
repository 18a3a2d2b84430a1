import type { AnswerFor } from '#contract/api.ts';
import { centsOf, dollarsOf, maxChargeCents, minChargeCents } from '#contract/money.ts';
import type { NewIntent } from '#contract/payments.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { by, insertOrderEvent } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Who } from '#server/http/who.ts';
import type { Shop } from '#server/shop.ts';
import { CardsUnavailable, SpentKey, type Intent } from '#server/third-parties/cards/port.ts';
import { mayUseLink } from './pay-link.ts';
import { settleIntent } from './settle.ts';
import {
  findAttempts,
  findPayment,
  insertPayment,
  markWanted,
  movePayment,
  type Payment,
} from './store.ts';
import {
  findPayableOrder,
  findUnpaidOrdersOfTotal,
  lockPayableOrder,
  spendKeyOfOrder,
  type PayableOrder,
} from './payable-orders.ts';

/**
 * Opens, or finds again, the one open payment of an unpaid order, for the order's own amount.
 * Refuses with `sign_in_required`, `order_not_found`, `pay_link_renewed`, `no_single_order`, `price_mismatch`, `order_paid`,
 * `order_being_cancelled`, `amount_not_chargeable`, `too_many_declines` or `cards_unavailable`.
 */
export async function createPaymentIntent(
  shop: Shop,
  wanted: NewIntent,
  who: Who,
): Promise<AnswerFor<'createPaymentIntent'>> {
  const order = await orderToPay(shop, wanted, who);
  mayBePaid(order);
  if (centsOf(wanted.price) !== order.total_cents)
    refuse('price_mismatch', { details: { price: dollarsOf(order.total_cents) } });
  if (order.total_cents < minChargeCents || order.total_cents > maxChargeCents)
    refuse('amount_not_chargeable');
  const { open, next } = await findAttempts(shop.db, order.id);
  const { clientSecret } =
    (open && (await openIntent(shop, open))) ??
    (await newIntent(shop, await mayTryAgain(shop, order, open), next));
  return { clientSecret, amount: dollarsOf(order.total_cents) };
}

/** Without an orderId (Spec §7 sends the price alone) the caller must have exactly one unpaid order of that total. */
async function orderToPay(
  shop: Shop,
  { price, orderId, linkKey }: NewIntent,
  who: Who,
): Promise<PayableOrder> {
  if (orderId !== undefined) {
    const order = (await findPayableOrder(shop.db, orderId)) ?? refuse('order_not_found');
    mayUseLink(order, who, linkKey);
    return order;
  }
  if (who.kind === 'guest') refuse('sign_in_required');
  const cents = centsOf(price);
  const inRange = cents >= minChargeCents && cents <= maxChargeCents;
  const [order, another] = inRange ? await findUnpaidOrdersOfTotal(shop.db, who.userId, cents) : [];
  return order === undefined || another !== undefined ? refuse('no_single_order') : order;
}

function mayBePaid({ state }: PayableOrder): void {
  if (state === 'unpaid') return;
  if (state === 'cancelled') refuse('order_not_found');
  refuse(state === 'cancelling' ? 'order_being_cancelled' : 'order_paid');
}

/** Refuses during the pause after too many declined cards, which asking about the open payment may just have begun. */
async function mayTryAgain(
  shop: Shop,
  order: PayableOrder,
  asked: Payment | undefined,
): Promise<PayableOrder> {
  const { payable_from: from } =
    asked === undefined ? order : ((await findPayableOrder(shop.db, order.id)) ?? order);
  const waitMs = from === null ? 0 : from.getTime() - shop.clock.now().getTime();
  if (waitMs > 0)
    refuse('too_many_declines', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
      details: { payableFrom: from },
    });
  return order;
}

/** The order's open intent as the provider knows it; undefined when a new one is needed. */
async function openIntent(shop: Shop, open: Payment): Promise<Intent | undefined> {
  const intent = await shop.cards.getIntent(open.intent_id);
  if (intent === undefined) {
    shop.log.warn(
      { intentId: open.intent_id },
      'the card provider does not know an open payment of ours',
    );
    const now = shop.clock.now();
    await movePayment(shop.db, open.intent_id, { from: 'open', to: 'canceled', now });
    return undefined;
  }
  const settled = await settleIntent(shop, intent);
  if (settled === 'kept') refuse('order_paid');
  if (settled !== 'open') return undefined;
  await markWanted(shop.db, intent.id, shop.clock.now());
  return intent;
}

/**
 * Opens the order's next attempt. Its number was read together with the open payment: two concurrent requests send the
 * same idempotency key and get the same intent.
 */
async function newIntent(shop: Shop, order: PayableOrder, attempt: number): Promise<Intent> {
  const intent = await askForIntent(shop, order, attempt);
  const after = await inTransaction(shop.db, async (tx) => {
    // The order may have been cancelled or paid while the provider was asked: then nobody gets the client secret.
    const locked = await lockPayableOrder(tx, order.id);
    const state = locked?.state === 'unpaid' ? 'open' : 'canceled';
    const ids = { intent_id: intent.id, order_id: order.id, attempt };
    const now = shop.clock.now();
    const isNew = await insertPayment(tx, { ...ids, amount_cents: intent.amountCents, state }, now);
    const started = { kind: 'payment_started', ...by('payer', order.user_id), now } as const;
    if (isNew && state === 'open') await insertOrderEvent(tx, order.id, started);
    return { order: locked, payment: await findPayment(tx, intent.id) };
  });
  if (after.order === undefined) refuse('order_not_found');
  if (after.order.state !== 'unpaid') {
    await shop.cards
      .cancelIntent(intent.id)
      .catch((error: unknown) => shop.log.warn({ err: error }, 'an unused payment stays open'));
    mayBePaid(after.order);
  }
  if (after.payment?.state !== 'open')
    throw new CardsUnavailable('another attempt of this order was first');
  return intent;
}

/** A spent idempotency key is noted and never used again; the next one is tried at once. */
async function askForIntent(
  shop: Shop,
  { id: orderId, total_cents: amountCents, email, spent_keys }: PayableOrder,
  attempt: number,
) {
  const order = { orderId, attempt, amountCents, currency: 'usd', email } as const;
  const ask = async (spentKeys: number) => {
    try {
      return await shop.cards.createIntent({ ...order, shop: shop.paymentMark, spentKeys });
    } catch (error) {
      if (!(error instanceof SpentKey)) throw error;
      return { next: await spendKeyOfOrder(shop.db, orderId, spentKeys), error };
    }
  };
  const first = await ask(spent_keys);
  const last = 'next' in first ? await ask(first.next) : first;
  if ('next' in last) throw last.error;
  return last;
}
