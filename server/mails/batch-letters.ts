import { batchNumber } from '#contract/batch-rules.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { CancelReason } from '#server/orders/store.ts';
import type { Letter, Words } from './mail-template.ts';
import { delivery, holdEnd, holdLength, whyCancelled } from './order-letters.ts';
import { poNumberFact } from './po-numbers.ts';
import type { ToldOrder } from './store.ts';
import { dollars, pages, pieces } from './wording.ts';

/** One of some orders, as a mail lists it. */
export type ToldLine = Pick<
  ToldOrder,
  'id' | 'part_name' | 'quantity' | 'unit_price_cents' | 'total_cents'
>;

/** An order as such a line. */
export function lineOf(order: ToldLine): ToldLine {
  const { id, part_name, quantity, unit_price_cents, total_cents } = order;
  return { id, part_name, quantity, unit_price_cents, total_cents };
}

/** Lines of a batch, of which the first tells what all have in common. */
export interface ToldLines {
  readonly batchId: string;
  readonly first: ToldOrder;
  readonly lines: readonly ToldLine[];
  readonly poNumbers: string;
}

export const placedBatchLetter: Words<ToldLines & { readonly note: string }> = (
  { batchId, first, lines, poNumbers, note },
  shop,
) => ({
  subject: `Your list ${batchNumber(batchId)} is waiting for payment`,
  paragraphs: [
    `Thank you for your order of ${partsWord(lines)}. We have set the pieces aside for you.`,
    `We hold them for ${holdLength(first)}, until ${holdEnd(first)}. What is not paid by then, we cancel and put back on sale.`,
  ],
  facts: [
    ...linesOf(lines),
    ['Total', totalOf(lines)],
    ...delivery(first),
    poNumberFact(poNumbers),
    ['Your note to us', note],
  ],
  link: { words: `Pay ${totalOf(lines)}`, url: pages(shop).payBatch(batchId) },
  closing: first.isOwnAddress
    ? []
    : ['If you did not order anything, do nothing: the orders end by themselves.'],
});

export const batchReminderLetter: Words<ToldLines> = (
  { batchId, first, lines, poNumbers },
  shop,
) => ({
  subject: `Your list ${batchNumber(batchId)} is not paid yet`,
  paragraphs: [
    `We hold the pieces of ${partsWord(lines)} until ${holdEnd(first)}. After that we cancel what is not paid and put it back on sale.`,
    'If you have paid in the last few minutes, there is nothing left to do.',
  ],
  facts: [...linesOf(lines), ['Not paid', totalOf(lines)], poNumberFact(poNumbers)],
  link: { words: `Pay ${totalOf(lines)}`, url: pages(shop).payBatch(batchId) },
  closing: ['If you no longer want the parts, you need not do anything.'],
});

export const endedLinesLetter: Words<ToldLines & { readonly because: CancelReason }> = (
  { batchId, first, lines, poNumbers, because },
  shop,
) => ({
  subject: `${partsWord(lines)} of your list ${batchNumber(batchId)} ${areOrIs(lines)} cancelled`,
  paragraphs:
    because === 'expired'
      ? [
          `What was not paid by ${holdEnd(first)} we have cancelled and put back on sale. You have nothing to pay for it.`,
          'If you still need the parts, you are welcome to order them again.',
        ]
      : [whyCancelled[because](shop)],
  facts: [...linesOf(lines), poNumberFact(poNumbers)],
  link: { words: 'See your list', url: pages(shop).batch(batchId) },
});

export const shippedLinesLetter: Words<ToldLines> = (
  { batchId, first, lines, poNumbers },
  shop,
) => ({
  subject: `${partsWord(lines)} of your list ${batchNumber(batchId)} ${areOrIs(lines)} on the way`,
  paragraphs: ['We have handed what was left of these orders to the carrier.'],
  facts: [...linesOf(lines), poNumberFact(poNumbers), ...delivery(first)],
  link: { words: 'See your list', url: pages(shop).batch(batchId) },
});

function partsWord({ length }: readonly unknown[]): string {
  return length === 1 ? '1 part' : `${length} parts`;
}

function areOrIs({ length }: readonly unknown[]): string {
  return length === 1 ? 'is' : 'are';
}

/** The sum of some orders, in words. */
export function totalOf(lines: readonly ToldLine[]): string {
  return dollars(lines.reduce((sum, { total_cents }) => sum + total_cents, 0));
}

/** A fact for each order. */
export function linesOf(lines: readonly ToldLine[]): Letter['facts'] {
  return lines.map((line) => [
    orderNumber(line.id),
    `${line.part_name}: ${pieces(line.quantity)} at ${dollars(line.unit_price_cents)} each, ${dollars(line.total_cents)}`,
  ]);
}
