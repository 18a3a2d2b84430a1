import { linesOf, totalOf, type ToldLine } from './batch-letters.ts';
import type { Words } from './mail-template.ts';
import { pausedAdvice } from './order-letters.ts';
import { poNumberFact } from './po-numbers.ts';
import { backToCard, dollars, moment, pages } from './wording.ts';

/** Orders of one customer that one payment was to pay. */
export interface ToldOrders {
  readonly lines: readonly ToldLine[];
  readonly poNumbers: string;
}

/** The receipt of a payment has the number of one of its orders. */
type SettledOrders = ToldOrders & { readonly intentId: string; readonly receiptOf: string };

export const settledOrdersLetter: Words<SettledOrders> = (
  { lines, poNumbers, intentId, receiptOf },
  shop,
) => ({
  subject: `We have received the payment for ${lines.length} orders`,
  paragraphs: [
    `Thank you. ${totalOf(lines)} has arrived and we are getting your orders ready. We write again when they are on their way.`,
  ],
  facts: [
    ...linesOf(lines),
    ['Total', totalOf(lines)],
    poNumberFact(poNumbers),
    ['Transaction', intentId],
  ],
  link: { words: 'See your orders', url: pages(shop).myOrders },
  paper: pages(shop).receipt(receiptOf),
});

export const pausedOrdersLetter: Words<ToldOrders & { readonly until: string }> = (
  { lines, poNumbers, until },
  shop,
) => ({
  subject: `Too many cards were declined for ${lines.length} orders`,
  paragraphs: [
    `Ten cards were declined one after the other. Nothing was paid. Until ${moment(until)} no card can be tried for these orders.`,
    ...pausedAdvice('each order'),
  ],
  facts: [...linesOf(lines), poNumberFact(poNumbers)],
  link: { words: 'See your orders', url: pages(shop).myOrders },
});

/** `why` ends a sentence about the orders. */
type ReturnedMoney = ToldOrders & {
  readonly intentId: string;
  readonly amountCents: number;
  readonly why: string;
};

export const returnedMoneyLetter: Words<ReturnedMoney> = ({
  lines,
  poNumbers,
  intentId,
  amountCents,
  why,
}) => ({
  subject: `Your payment of ${dollars(amountCents)} goes back to your card`,
  paragraphs: [
    `A card payment of ${dollars(amountCents)} arrived for ${lines.length} orders, but ${why}. The whole amount goes back.`,
    backToCard,
  ],
  facts: [...linesOf(lines), poNumberFact(poNumbers), ['Transaction', intentId]],
});

type RefundedOrders = ToldOrders & {
  readonly intentId: string;
  readonly amountCents: number;
  readonly reason: string;
};

export const refundedOrdersLetter: Words<RefundedOrders> = (
  { lines, poNumbers, intentId, amountCents, reason },
  shop,
) => ({
  subject: `We are giving back ${dollars(amountCents)} of ${lines.length} orders`,
  paragraphs: [
    `We are giving back ${dollars(amountCents)} of the payment for these orders.`,
    backToCard,
  ],
  facts: [
    ...linesOf(lines),
    poNumberFact(poNumbers),
    ['Reason', reason],
    ['Transaction', intentId],
  ],
  link: { words: 'See your orders', url: pages(shop).myOrders },
});
