import { orderNumber } from '#contract/order-rules.ts';
import type { Database } from '#server/shop.ts';
import type { CardDispute } from '#server/third-parties/cards/port.ts';
import type { Letter, MailShop } from './mail-template.ts';
import { mailAdmins } from './mail-admins.ts';
import { listMailedOrders, type MailedOrder } from './store.ts';
import { dollars, moment, pages } from './wording.ts';

/** Money of one or more orders that went back or is asked back. */
interface OrderMoney {
  readonly shares: readonly { readonly orderId: string; readonly cents: number }[];
  readonly amountCents: number;
}

/** 'order 3F2A', '12 orders'. */
function nameOf(orderIds: readonly string[]): string {
  const [only = ''] = orderIds;
  return orderIds.length === 1 ? `order ${orderNumber(only)}` : `${orderIds.length} orders`;
}

const mostNumbers = 50;

/** 'A1, B2 and 10 more'. */
function numbersOf(shares: OrderMoney['shares']): string {
  const numbers = shares.slice(0, mostNumbers).map(({ orderId }) => orderNumber(orderId));
  const more = shares.length - numbers.length;
  return `${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const idsOf = ({ shares }: OrderMoney): string[] => shares.map(({ orderId }) => orderId);

function aboutMoney(
  shop: MailShop,
  { shares, amountCents }: OrderMoney,
  more: Letter['facts'] = [],
): Pick<Letter, 'facts' | 'link'> {
  const [only, ...others] = shares;
  if (only === undefined || others.length > 0)
    return {
      facts: [['Orders', numbersOf(shares)], ['Amount', dollars(amountCents)], ...more],
      link: { words: 'See the orders', url: pages(shop).allOrders },
    };
  return {
    facts: [['Order', orderNumber(only.orderId)], ['Amount', dollars(amountCents)], ...more],
    link: { words: 'See the order', url: pages(shop).order(only.orderId) },
  };
}

/** Somebody gave money back in the card provider's dashboard: it is in the books now. */
export async function mailForeignRefund(
  tx: Database,
  shop: MailShop,
  refund: OrderMoney & { readonly refundId: string },
): Promise<void> {
  const orders = await listMailedOrders(tx, { ids: idsOf(refund) });
  const sum = (cents: (order: MailedOrder) => number) =>
    orders.reduce((all, order) => all + cents(order), 0);
  const refunded = sum((order) => order.refunded_cents);
  const total = sum((order) => order.total_cents);
  const given = `${dollars(refunded)} of ${dollars(total)}`;
  const what =
    orders.length === 1 ? 'this order went back, so it' : 'these orders went back, so they';
  await mailAdmins(tx, shop, `admins-foreign-refund:${refund.refundId}`, {
    subject: `${dollars(refund.amountCents)} of ${nameOf(idsOf(refund))} went back at the card provider`,
    paragraphs: [
      "Somebody gave money back in the card provider's own dashboard. It is in the books now, and the customer is told.",
      ...(refunded >= total ? [`All of the money of ${what} cannot be shipped.`] : []),
    ],
    ...aboutMoney(shop, refund, [['Given back so far', given]]),
  });
}

/** The money of a refund came back from the card: the customer still waits for it. */
export async function mailFailedRefund(
  tx: Database,
  shop: MailShop,
  refund: OrderMoney & { readonly refundId: string },
): Promise<void> {
  await mailAdmins(tx, shop, `admins-refund-failed:${refund.refundId}`, {
    subject: `A refund of ${dollars(refund.amountCents)} of ${nameOf(idsOf(refund))} has failed`,
    paragraphs: [
      'The card did not take the money, so the card provider has put it back into your balance. The customer was promised it: agree on another way with them. The shop does not try again by itself.',
    ],
    ...aboutMoney(shop, refund),
  });
}

const disputeLetters = {
  open: (orders: string, _amount: string, areMany: boolean) => ({
    subject: areMany
      ? `${orders} are disputed: do not ship them`
      : `${orders.replace('order', 'Order')} is disputed: do not ship it`,
    paragraphs: [
      "The cardholder has asked the bank for the money back. Until that is decided the shop neither ships what was paid with it nor gives money back. Answer the dispute in the card provider's dashboard.",
    ],
  }),
  won: (orders: string) => ({
    subject: `The dispute of ${orders} is over: the money stays`,
    paragraphs: [
      'The bank has left the money with you. What was paid with it goes on where it stood.',
    ],
  }),
  lost: (orders: string, amount: string) => ({
    subject: `The dispute of ${orders} is lost: ${amount} is gone`,
    paragraphs: [
      'The bank has given the money to the cardholder. It is in the books as given back.',
    ],
  }),
} as const;

/** Where a dispute stands; one mail for each state of it. */
export async function mailDispute(
  tx: Database,
  shop: MailShop,
  { orderIds, dispute }: { orderIds: readonly string[]; dispute: CardDispute },
): Promise<void> {
  const { id, state, amountCents, answerBy } = dispute;
  const shares = orderIds.map((orderId) => ({ orderId, cents: 0 }));
  const answer = state === 'open' && answerBy !== undefined ? moment(answerBy) : null;
  await mailAdmins(tx, shop, `admins-dispute:${id}:${state}`, {
    ...disputeLetters[state](nameOf(orderIds), dollars(amountCents), orderIds.length > 1),
    ...aboutMoney(shop, { shares, amountCents }, [['Answer by', answer]]),
  });
}
