import { partSlug } from '#contract/part-rules.ts';
import type { Words } from './mail-template.ts';
import { dollars, pages, pieces } from './wording.ts';

/** A part as it can be ordered again. */
export interface PartBack {
  readonly part_id: string;
  readonly part_name: string;
  readonly part_number: string | null;
  readonly price_cents: number;
  readonly in_stock: number;
  readonly order_quantity: number;
}

export const backInStockLetter: Words<PartBack> = (part, shop) => ({
  subject: 'A part that you asked for is back in stock',
  paragraphs: [
    'You asked us to tell you when this part can be ordered again. Now it can, while the pieces last: none are kept for you.',
  ],
  facts: [
    ['Part', part.part_name],
    ['Part number', part.part_number],
    ['In stock', pieces(part.in_stock)],
    ['Smallest order', pieces(part.order_quantity)],
    ['Price per piece', dollars(part.price_cents)],
  ],
  link: {
    words: 'See the part',
    url: pages(shop).partPage(partSlug({ _id: part.part_id, name: part.part_name })),
  },
  closing: ['This is the only mail about it. If you want to be told again, ask on its page.'],
});

export const closedAccountLetter: Words<object> = (_facts, { contact }) => ({
  subject: 'Your account is closed',
  paragraphs: [
    'You have closed your account, and we have deleted what we kept about you. Your orders stay in our books without your name; your reviews stay as those of a customer.',
    `You are welcome to register again with this address. If it was not you who closed the account, write to ${contact.email}.`,
  ],
  facts: [],
});
