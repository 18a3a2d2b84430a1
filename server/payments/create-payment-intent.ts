import type { AnswerFor } from '#contract/api.ts';
import { centsOf, dollarsOf, maxChargeCents, minChargeCents } from '#contract/money.ts';
import type { NewIntent } from '#contract/payments.ts';
import { lastly } from '#server/db/together.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { bareEventRows, by } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Shop } from '#server/shop.ts';
import { CardsUnavailable, SpentKey, type Intent } from '#server/third-parties/cards/port.ts';
import { endPayment } from './end-open-payment.ts';
import { mayOpenPayment, type Opening } from './may-open-payment.ts';
import { mayBePaid, ordersToPay } from './orders-to-pay.ts';
import { settleIntent } from './settle.ts';
import {
  findPayment,
  findPayments,
  insertingPayment,
  isOfOrders,
  markWanted,
  movePayment,
  type Payment,
} from './store.ts';
import {
  findPayableOrders,
  lockingOrders,
  spendKeyOfOrders,
  type PayableOrder,
  type WantedOrder,
} from './payable-orders.ts';

/**
 * Opens, or finds again, the one open payment of exactly these unpaid orders, for the sum of their own amounts. A payment that is
 * open for some of them and others is ended first.
 * Refuses with `too_many_requests`, `key_reused`, `sign_in_required`, `order_not_found`, `pay_link_renewed`, `no_single_order`, `price_mismatch`, `order_paid`,
 * `order_being_paid`, `order_being_cancelled`, `amount_not_chargeable`, `too_many_declines` or `cards_unavailable`.
 */
export async function createPaymentIntent(
  shop: Shop,
  wanted: NewIntent,
  opening: Opening,
): Promise<AnswerFor<'createPaymentIntent'>> {
  const found = await mayOpenPayment(shop, wanted, opening);
  const orders = ordersToPay(found, wanted, opening.who);
  orders.forEach(mayBePaid);
  const amountCents = orders.reduce((sum, { total_cents }) => sum + total_cents, 0);
  if (centsOf(wanted.price) !== amountCents)
    refuse('price_mismatch', { details: { price: dollarsOf(amountCents) } });
  if (amountCents < minChargeCents || amountCents > maxChargeCents) refuse('amount_not_chargeable');
  const open = await openPayments(shop, orders);
  const { clientSecret } =
    (await openIntent(shop, open, orders)) ??
    (await newIntent(shop, { orders: await mayTryAgain(shop, orders, open), amountCents }));
  return { clientSecret, amount: dollarsOf(amountCents) };
}

const idsOf = (orders: readonly PayableOrder[]): string[] => orders.map(({ id }) => id);

/** The payments that are open for any of them. */
async function openPayments(shop: Shop, orders: readonly WantedOrder[]): Promise<Payment[]> {
  const ids = new Set(orders.flatMap(({ open_intent }) => open_intent ?? []));
  return ids.size === 0 ? [] : findPayments(shop.db, [...ids]);
}

/** Refuses during the pause after too many declined cards, which asking about the open payment may just have begun. */
async function mayTryAgain(
  shop: Shop,
  orders: readonly WantedOrder[],
  asked: readonly Payment[],
): Promise<readonly WantedOrder[]> {
  const now: readonly PayableOrder[] =
    asked.length === 0 ? orders : await findPayableOrders(shop.db, idsOf(orders));
  const from = Math.max(...now.map(({ payable_from }) => payable_from?.getTime() ?? 0));
  const waitMs = from - shop.clock.now().getTime();
  if (waitMs > 0)
    refuse('too_many_declines', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
      details: { payableFrom: new Date(from) },
    });
  return orders;
}

/** The open intent of exactly these orders as the provider knows it; undefined when a new one is needed. */
async function openIntent(
  shop: Shop,
  open: readonly Payment[],
  orders: readonly PayableOrder[],
): Promise<Intent | undefined> {
  const same = open.find((payment) => isOfOrders(payment, orders));
  for (const payment of open.filter((one) => one !== same)) await endOther(shop, payment);
  return same && goOn(shop, same);
}

/** Whoever pays decides what is paid together: a payment of another selection of orders ends, unless its money is on its way. */
async function endOther(shop: Shop, { intent_id }: Payment): Promise<void> {
  const ended = await endPayment(shop, intent_id, { stayPayable: true });
  if (ended === 'paid') refuse('order_paid');
  if (ended === 'busy') refuse('order_being_paid');
  if (ended === 'unavailable') refuse('cards_unavailable');
}

async function goOn(shop: Shop, open: Payment): Promise<Intent | undefined> {
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

interface NewAttempt {
  readonly orders: readonly WantedOrder[];
  readonly amountCents: number;
}

/**
 * Opens the next attempt of these orders. Its numbers were read together with the open payments: two concurrent requests send
 * the same idempotency key and get the same intent.
 */
async function newIntent(shop: Shop, wanted: NewAttempt): Promise<Intent> {
  const ids = idsOf(wanted.orders);
  const intent = await askForIntent(shop, wanted);
  const now = shop.clock.now();
  const payer = by('payer', wanted.orders[0]?.user_id ?? '');
  const lines = wanted.orders.map(({ id, total_cents }) => ({
    order_id: id,
    amount_cents: total_cents,
  }));
  const payment = {
    intent_id: intent.id,
    amount_cents: intent.amountCents,
    state: 'open',
    lines,
  } as const;
  const events = bareEventRows(ids, { kind: 'payment_started', ...payer, now });
  const [orders, [line]] = await inTransaction(shop.db, (tx) =>
    lastly(tx, [lockingOrders(ids), insertingPayment(payment, { events, ifUnpaid: true, now })]),
  );
  return line?.state === 'open' ? intent : notOpened(shop, intent, orders, ids);
}

/**
 * An order may have been cancelled or paid while the provider was asked: then nobody gets the client secret. Two requests for the
 * same orders have one intent; any other is of no use.
 */
async function notOpened(
  shop: Shop,
  intent: Intent,
  orders: readonly PayableOrder[],
  ids: readonly string[],
): Promise<Intent> {
  const payment = await findPayment(shop.db, intent.id);
  const areUnpaid = orders.length === ids.length && orders.every(({ state }) => state === 'unpaid');
  if (areUnpaid && payment?.state === 'open') return intent;
  if (payment?.state !== 'open')
    await shop.cards
      .cancelIntent(intent.id)
      .catch((error: unknown) => shop.log.warn({ err: error }, 'an unused payment stays open'));
  if (orders.length < ids.length) refuse('order_not_found');
  orders.forEach(mayBePaid);
  throw new CardsUnavailable('another attempt of these orders was first');
}

/** A spent idempotency key is noted and never used again; the next one is tried at once. */
async function askForIntent(shop: Shop, { orders, amountCents }: NewAttempt) {
  const attempt = {
    orders: orders.map(({ id, last_attempt }) => ({ orderId: id, attempt: last_attempt + 1 })),
    amountCents,
    currency: 'usd',
    email: orders[0]?.email ?? '',
    shop: shop.paymentMark,
  } as const;
  const ask = async (spentKeys: number) => {
    try {
      return await shop.cards.createIntent({ ...attempt, spentKeys });
    } catch (error) {
      if (!(error instanceof SpentKey)) throw error;
      return { next: await spendKeyOfOrders(shop.db, idsOf(orders), spentKeys), error };
    }
  };
  const first = await ask(Math.max(...orders.map(({ spent_keys }) => spent_keys)));
  const last = 'next' in first ? await ask(first.next) : first;
  if ('next' in last) throw last.error;
  return last;
}
