import type { Database } from '#server/shop.ts';
import { linesOf, totalOf } from './mail-batches.ts';
import { paidOrderLetter, toAdmins } from './mail-admins.ts';
import { letterTo, mailCustomer } from './mail-customer.ts';
import { writeLetters, type Letter, type LetterTo, type MailShop } from './mail-template.ts';
import { pausedAdvice } from './order-mails.ts';
import { poNumbersOf } from './po-numbers.ts';
import { listMailedOrders, type MailedOrder } from './store.ts';
import { backToCard, dollars, moment, pages } from './wording.ts';

/** Orders of one customer that one payment was to pay. */
interface PaidTogether {
  readonly intentId: string;
  readonly orderIds: readonly string[];
}

/** A payment has arrived: one letter to its customer and one to each admin, however many orders it pays. */
export function lettersOfPayment(
  shop: MailShop,
  intentId: string,
  { orders, admins }: { orders: readonly MailedOrder[]; admins: Parameters<typeof toAdmins>[0] },
): LetterTo[] {
  const [first, ...others] = orders;
  if (first === undefined) return [];
  if (others.length === 0) {
    const toCustomer = first.isForgotten ? [] : [letterTo(first, { kind: 'paid' }, shop)];
    return [
      ...toCustomer,
      ...toAdmins(admins, `admins-paid:${first.id}`, paidOrderLetter(first, shop)),
    ];
  }
  const total = totalOf(orders);
  const toCustomer = toPayer(orders, {
    eventKey: `payment-paid:${intentId}`,
    subject: `We have received the payment for ${orders.length} orders`,
    paragraphs: [
      `Thank you. ${total} has arrived and we are getting your orders ready. We write again when they are on their way.`,
    ],
    facts: [
      ...linesOf(orders),
      ['Total', total],
      ...poNumbersOf(orders),
      ['Transaction', intentId],
    ],
    link: { words: 'See your orders', url: pages(shop).myOrders },
    // Of the order with the least id: they come the other way round.
    paper: pages(shop).receipt(orders.at(-1)?.id ?? first.id),
  });
  const letters = toAdmins(admins, `admins-payment-paid:${intentId}`, {
    subject: `${orders.length} orders are paid: ${total}`,
    paragraphs: ['A customer has paid these orders together. They can be shipped.'],
    facts: [...linesOf(orders), ['Total', total]],
    link: { words: 'See the orders', url: pages(shop).allOrders },
  });
  return [...toCustomer, ...letters];
}

/** Too many cards were declined on a payment; the next one for its orders has to wait. */
export async function mailPausedPayment(
  tx: Database,
  shop: MailShop,
  { intentId, orderIds, until }: PaidTogether & { readonly until: Date },
): Promise<void> {
  const [only, ...others] = orderIds;
  if (only !== undefined && others.length === 0)
    return mailCustomer(tx, shop, only, { kind: 'paused', intentId, until });
  const orders = await listMailedOrders(tx, { ids: orderIds });
  await mailPayer(tx, shop, orders, {
    eventKey: `payment-paused:${intentId}`,
    subject: `Too many cards were declined for ${orders.length} orders`,
    paragraphs: [
      `Ten cards were declined one after the other. Nothing was paid. Until ${moment(until)} no card can be tried for these orders.`,
      ...pausedAdvice('each order'),
    ],
    facts: [...linesOf(orders), ...poNumbersOf(orders)],
    link: { words: 'See your orders', url: pages(shop).myOrders },
  });
}

/** Money that pays none of these orders goes back; `why` ends a sentence about them. */
export async function mailReturnedMoney(
  tx: Database,
  shop: MailShop,
  money: PaidTogether & { readonly amountCents: number; readonly why: string },
): Promise<void> {
  const { intentId, orderIds, amountCents, why } = money;
  const [only, ...others] = orderIds;
  if (only !== undefined && others.length === 0)
    return mailCustomer(tx, shop, only, { kind: 'returned', intentId, amountCents, why });
  const orders = await listMailedOrders(tx, { ids: orderIds });
  await mailPayer(tx, shop, orders, {
    eventKey: `payment-returned:${intentId}`,
    subject: `Your payment of ${dollars(amountCents)} goes back to your card`,
    paragraphs: [
      `A card payment of ${dollars(amountCents)} arrived for ${orders.length} orders, but ${why}. The whole amount goes back.`,
      backToCard,
    ],
    facts: [...linesOf(orders), ...poNumbersOf(orders), ['Transaction', intentId]],
  });
}

/** Somebody gave money of a payment back in the card provider's dashboard. */
export async function mailForeignReturn(
  tx: Database,
  shop: MailShop,
  refund: {
    readonly refundId: string;
    readonly intentId: string;
    readonly shares: readonly { readonly orderId: string; readonly cents: number }[];
    readonly amountCents: number;
    readonly reason: string;
  },
): Promise<void> {
  const { refundId, intentId, shares, amountCents, reason } = refund;
  const [only, ...others] = shares;
  if (only !== undefined && others.length === 0)
    return mailCustomer(tx, shop, only.orderId, {
      kind: 'refunded',
      refundId,
      amountCents,
      reason,
    });
  const orders = await listMailedOrders(tx, { ids: shares.map(({ orderId }) => orderId) });
  await mailPayer(tx, shop, orders, {
    eventKey: `order-refunded:${refundId}`,
    subject: `We are giving back ${dollars(amountCents)} of ${orders.length} orders`,
    paragraphs: [
      `We are giving back ${dollars(amountCents)} of the payment for these orders.`,
      backToCard,
    ],
    facts: [
      ...linesOf(orders),
      ...poNumbersOf(orders),
      ['Reason', reason],
      ['Transaction', intentId],
    ],
    link: { words: 'See your orders', url: pages(shop).myOrders },
  });
}

async function mailPayer(
  tx: Database,
  shop: MailShop,
  orders: readonly MailedOrder[],
  letter: PayersLetter,
): Promise<void> {
  await writeLetters(tx, shop, toPayer(orders, letter));
}

type PayersLetter = Omit<Letter, 'name'> & { readonly eventKey: string };

/** None to somebody who has closed the account. */
function toPayer(
  [first]: readonly MailedOrder[],
  { eventKey, ...letter }: PayersLetter,
): LetterTo[] {
  if (first === undefined || first.isForgotten) return [];
  const name = first.isOwnAddress ? first.name : '';
  return [{ eventKey, recipient: first.email, letter: { ...letter, name } }];
}
