import { orderNumber } from '#contract/order-rules.ts';
import type { Database } from '#server/shop.ts';
import type { CardDispute } from '#server/third-parties/cards/port.ts';
import type { MailShop } from './mail-template.ts';
import { mailAdmins } from './mail-admins.ts';
import { findMailedOrder } from './store.ts';
import { dollars, linksOf, moment } from './wording.ts';

/** A refund in the books, and the order whose money it is. */
interface RefundOfOrder {
  readonly orderId: string;
  readonly refundId: string;
  readonly amountCents: number;
}

/** Tells the admins of money that somebody gave back in the card provider's dashboard: it is in the books now. */
export async function mailForeignRefund(
  tx: Database,
  shop: MailShop,
  { orderId, refundId, amountCents }: RefundOfOrder,
): Promise<void> {
  const order = await findMailedOrder(tx, orderId);
  const [number, amount] = [orderNumber(orderId), dollars(amountCents)];
  const isAll = order.refunded_cents >= order.total_cents;
  await mailAdmins(tx, shop, `admins-foreign-refund:${refundId}`, {
    subject: `${amount} of order ${number} went back at the card provider`,
    paragraphs: [
      "Somebody gave money back in the card provider's own dashboard. It is in the books now, and the customer is told.",
      ...(isAll ? ['All of the money of this order went back, so it cannot be shipped.'] : []),
    ],
    facts: [
      ['Order', number],
      ['Amount', amount],
      ['Given back so far', `${dollars(order.refunded_cents)} of ${dollars(order.total_cents)}`],
    ],
    link: { words: 'See the order', url: linksOf(shop).order(orderId) },
  });
}

/** Tells the admins that the money of a refund came back: the customer still waits for it. */
export async function mailFailedRefund(
  tx: Database,
  shop: MailShop,
  { orderId, refundId, amountCents }: RefundOfOrder,
): Promise<void> {
  const [number, amount] = [orderNumber(orderId), dollars(amountCents)];
  await mailAdmins(tx, shop, `admins-refund-failed:${refundId}`, {
    subject: `A refund of ${amount} of order ${number} has failed`,
    paragraphs: [
      'The card did not take the money, so the card provider has put it back into your balance. The customer was promised it: agree on another way with them. The shop does not try again by itself.',
    ],
    facts: [
      ['Order', number],
      ['Amount', amount],
    ],
    link: { words: 'See the order', url: linksOf(shop).order(orderId) },
  });
}

const sayingOfDispute = {
  open: (number: string) => ({
    subject: `Order ${number} is disputed: do not ship it`,
    paragraphs: [
      "The cardholder has asked the bank for the money of this order back. Until that is decided the shop neither ships the order nor gives money back. Answer the dispute in the card provider's dashboard.",
    ],
  }),
  won: (number: string) => ({
    subject: `The dispute of order ${number} is over: the money stays`,
    paragraphs: ['The bank has left the money with you. The order goes on where it stood.'],
  }),
  lost: (number: string, amount: string) => ({
    subject: `The dispute of order ${number} is lost: ${amount} is gone`,
    paragraphs: [
      'The bank has given the money to the cardholder. It is in the books as given back.',
    ],
  }),
} as const;

/** Tells the admins where a dispute stands, once for each state of it. */
export async function mailDispute(
  tx: Database,
  shop: MailShop,
  {
    orderId,
    dispute: { id, state, amountCents, answerBy },
  }: { orderId: string; dispute: CardDispute },
): Promise<void> {
  const [number, amount] = [orderNumber(orderId), dollars(amountCents)];
  await mailAdmins(tx, shop, `admins-dispute:${id}:${state}`, {
    ...sayingOfDispute[state](number, amount),
    facts: [
      ['Order', number],
      ['Amount', amount],
      ['Answer by', state === 'open' && answerBy !== undefined ? moment(answerBy) : ''],
    ],
    link: { words: 'See the order', url: linksOf(shop).order(orderId) },
  });
}
