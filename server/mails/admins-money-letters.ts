import { orderNumber } from '#contract/order-rules.ts';
import type { CardDispute } from '#server/third-parties/cards/port.ts';
import type { Footer, Letter, Words } from './mail-template.ts';
import { dollars, moment, pages } from './wording.ts';

/** Money of one or more orders that went back or is asked back. */
export interface OrderMoney {
  readonly orderIds: readonly string[];
  readonly amountCents: number;
}

/** 'order 3F2A', '12 orders'. */
function nameOf(orderIds: readonly string[]): string {
  const [only = ''] = orderIds;
  return orderIds.length === 1 ? `order ${orderNumber(only)}` : `${orderIds.length} orders`;
}

const mostNumbers = 50;

/** 'A1, B2 and 10 more'. */
function numbersOf(orderIds: readonly string[]): string {
  const numbers = orderIds.slice(0, mostNumbers).map(orderNumber);
  const more = orderIds.length - numbers.length;
  return `${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function aboutMoney(
  shop: Footer,
  { orderIds, amountCents }: OrderMoney,
  more: Letter['facts'] = [],
): Pick<Letter, 'facts' | 'link'> {
  const [only, ...others] = orderIds;
  if (only === undefined || others.length > 0)
    return {
      facts: [['Orders', numbersOf(orderIds)], ['Amount', dollars(amountCents)], ...more],
      link: { words: 'See the orders', url: pages(shop).allOrders },
    };
  return {
    facts: [['Order', orderNumber(only)], ['Amount', dollars(amountCents)], ...more],
    link: { words: 'See the order', url: pages(shop).order(only) },
  };
}

type ForeignRefund = OrderMoney & { readonly refundedCents: number; readonly totalCents: number };

export const foreignRefundLetter: Words<ForeignRefund> = (refund, shop) => {
  const { orderIds, amountCents, refundedCents, totalCents } = refund;
  const given = `${dollars(refundedCents)} of ${dollars(totalCents)}`;
  const what =
    orderIds.length === 1 ? 'this order went back, so it' : 'these orders went back, so they';
  return {
    subject: `${dollars(amountCents)} of ${nameOf(orderIds)} went back at the card provider`,
    paragraphs: [
      "Somebody gave money back in the card provider's own dashboard. It is in the books now, and the customer is told.",
      ...(refundedCents >= totalCents ? [`All of the money of ${what} cannot be shipped.`] : []),
    ],
    ...aboutMoney(shop, refund, [['Given back so far', given]]),
  };
};

export const failedRefundLetter: Words<OrderMoney> = (refund, shop) => ({
  subject: `A refund of ${dollars(refund.amountCents)} of ${nameOf(refund.orderIds)} has failed`,
  paragraphs: [
    'The card did not take the money, so the card provider has put it back into your balance. The customer was promised it: agree on another way with them. The shop does not try again by itself.',
  ],
  ...aboutMoney(shop, refund),
});

const disputeWords = {
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

/** `answerBy`: null when there is nothing to answer, or no date for it. */
type Disputed = OrderMoney & {
  readonly state: CardDispute['state'];
  readonly answerBy: string | null;
};

export const disputeLetter: Words<Disputed> = (dispute, shop) => {
  const { orderIds, state, amountCents, answerBy } = dispute;
  const answer = answerBy === null ? null : moment(answerBy);
  return {
    ...disputeWords[state](nameOf(orderIds), dollars(amountCents), orderIds.length > 1),
    ...aboutMoney(shop, dispute, [['Answer by', answer]]),
  };
};

type RefusedRefund = OrderMoney & { readonly intentId: string };

export const refusedRefundLetter: Words<RefusedRefund> = (
  { intentId, orderIds, amountCents },
  shop,
) => {
  const amount = dollars(amountCents);
  const [order, ...others] = orderIds;
  return {
    subject: `A refund of ${amount} needs you`,
    paragraphs: [
      `The card provider refuses to give ${amount} back. The customer was promised it: look at the payment in the provider's own dashboard, and agree on another way with the customer if need be.`,
    ],
    facts: [
      ['Order', order === undefined ? null : orderNumber(order)],
      ['And', others.length > 0 ? `${others.length} more` : null],
      ['Transaction', intentId],
      ['Amount', amount],
    ],
    link: { words: 'See the orders', url: pages(shop).allOrders },
  };
};

/** A payment at the provider that pays no order of ours. */
export interface UnknownPayment {
  readonly id: string;
  readonly amountCents: number;
  readonly currency: string;
  /** Its metadata has an order id in our form: only this shop writes that. */
  readonly namesOrder: boolean;
}

export const unknownPaymentLetter: Words<UnknownPayment> = (money) => ({
  subject: 'A card payment names no order of this shop',
  paragraphs: [
    'The card provider reports money that belongs to no order of this shop, so it neither pays one nor is it given back by itself. If no other business uses the same account at the provider, look at the payment in its dashboard and refund it there.',
    ...(money.namesOrder
      ? []
      : ['Further payments of this kind are only written to the log today.']),
  ],
  facts: [
    ['Transaction', money.id],
    ['Amount', `${(money.amountCents / 100).toFixed(2)} ${money.currency.toUpperCase()}`],
  ],
});

export const unbookedPaymentsLetter: Words<{
  readonly payments: number;
  readonly cents: number;
}> = ({ payments, cents }, shop) => ({
  subject: 'Card payments have no order here',
  paragraphs: [
    'The card provider holds payments for orders that this shop does not have. That happens when an older backup was restored, or when this is a copy of a shop that goes on selling.',
    'Nothing is given back by itself. The doctor lists them: if no other database of this shop has these orders, confirm there that they are refunded.',
  ],
  facts: [
    ['Payments so far', String(payments)],
    ['Together', dollars(cents)],
  ],
  link: { words: 'See the list', url: pages(shop).doctor },
});
