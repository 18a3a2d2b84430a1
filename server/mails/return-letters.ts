import { returnReasons, type ReturnReason } from '#contract/return-rules.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Footer, Letter } from './mail-template.ts';
import { poNumberFact } from './po-numbers.ts';
import type { ToldOrder } from './store.ts';
import { backToCard, dollars, pages, pieces } from './wording.ts';

/** What a mail tells of a return. */
export interface MailedReturn {
  readonly returnId: string;
  readonly number: string;
  /** Pieces that are asked for, or that have arrived. */
  readonly quantity: number;
}

type ReturnWords = Pick<Letter, 'subject' | 'paragraphs' | 'facts'>;

type Told<More = object> = (event: MailedReturn & More, order: ToldOrder) => ReturnWords;

/** A letter about a return, by its own words. */
export function aboutReturn<More>(wordsOf: Told<More>) {
  return (order: ToldOrder, shop: Footer, event: MailedReturn & More): Omit<Letter, 'name'> => {
    const { subject, paragraphs, facts } = wordsOf(event, order);
    return {
      subject,
      paragraphs,
      facts: [
        ['Return', event.number],
        ['Order', orderNumber(order.id)],
        ['Part', order.part_name],
        poNumberFact(order.po_number),
        ...facts,
      ],
      link: { words: 'See the order', url: pages(shop).order(order.id) },
    };
  };
}

const asked: Told<{ reason: ReturnReason }> = ({ number, quantity, reason }) => ({
  subject: `You have asked for the return ${number}`,
  paragraphs: [
    `You would like to send back ${pieces(quantity)}. Please keep them until we have answered: we write again, and tell you what to do.`,
  ],
  facts: [
    ['Pieces', String(quantity)],
    ['Reason', returnReasons[reason]],
  ],
});

const agreed: Told<{ words: string }> = ({ number, quantity, words }) => ({
  subject: `Please send back ${pieces(quantity)}: return ${number}`,
  paragraphs: [
    `We agree to your return. Please write its number, ${number}, on the parcel. What to do:`,
    words,
    'When the pieces have arrived and we have looked at them, we give your money back.',
  ],
  facts: [['Pieces', String(quantity)]],
});

const declined: Told<{ words: string }> = ({ number, words }) => ({
  subject: `We cannot take the return ${number}`,
  paragraphs: ['We are sorry: we cannot take these pieces back.', words],
  facts: [],
});

const received: Told<{ asked: number }> = ({ number, quantity, asked: all }) => {
  const have = quantity === 1 ? 'has' : 'have';
  const came = quantity === all ? `All ${pieces(all)}` : `${quantity} of the ${pieces(all)}`;
  return {
    subject: `${pieces(quantity)} of the return ${number} ${have} arrived`,
    paragraphs: [
      `${all === 1 ? 'The piece' : came} ${have} arrived. We look at ${quantity === 1 ? 'it' : 'them'}, and write again about your money.`,
    ],
    facts: [],
  };
};

const settled: Told = ({ number, quantity }, order) => {
  const [have, them, their] = quantity === 1 ? ['has', 'it', 'Its'] : ['have', 'them', 'Their'];
  const isAllBack = order.refunded_cents >= order.total_cents;
  const money = isAllBack
    ? `${their} money was given back before, with all that you paid for the order.`
    : `No money goes back for ${them}.`;
  return {
    subject: `The return ${number} is settled`,
    paragraphs: [`${pieces(quantity)} of your return ${have} arrived. ${money}`],
    facts: isAllBack ? givenBack(order) : [],
  };
};

const givenBack = (order: ToldOrder): Letter['facts'] => [
  ['Given back so far', dollars(order.refunded_cents)],
  ['Transaction', order.transaction_id],
];

const refunded: Told<{ amountCents: number }> = ({ number, quantity, amountCents }, order) => ({
  subject: `We are giving back ${dollars(amountCents)} for the return ${number}`,
  paragraphs: [
    `${pieces(quantity)} of your return ${quantity === 1 ? 'has' : 'have'} arrived. We are giving back ${dollars(amountCents)}.`,
    backToCard,
  ],
  facts: givenBack(order),
});

/** The words of the letters about a return, by its step. */
export const returnWords = { asked, agreed, declined, received, settled, refunded } as const;
