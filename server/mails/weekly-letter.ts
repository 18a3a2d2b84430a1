import {
  dollarWords,
  toDoKindNames,
  toDoKinds,
  type DayRange,
  type ToDoKind,
} from '#contract/figure-rules.ts';
import type { BestSeller, Figures, SalesFigures, ToDo } from '#contract/figures.ts';
import type { Letter, Words } from './mail-template.ts';
import { pages, pieces } from './wording.ts';

type ToldToDo = Omit<ToDo, 'unpaid'>;

interface Week {
  readonly sales: Pick<Figures, 'from' | 'to' | 'totals' | 'before'>;
  /** The most paid for first. */
  readonly best: readonly BestSeller[];
  readonly toDo: ToldToDo;
}

/** The week that is over beside the one before, the parts that sold best, and what is to do now. */
export const weeklyLetter: Words<Week> = ({ sales, best, toDo }, shop) => {
  const week = wordsOf(sales);
  const { overview } = pages(shop);
  const tasks = tasksOf(shop, toDo);
  return {
    subject: `Your shop from ${week}: ${dollarWords(sales.totals.revenue)}`,
    paragraphs: [
      `This is what your shop sold from ${week}. In brackets stands the week before. The days are those of UTC.`,
    ],
    facts: [
      ...figures.map(({ name, of }): Letter['facts'][number] => [
        name,
        `${of(sales.totals)} (${of(sales.before)})`,
      ]),
      ...best
        .slice(0, places.length)
        .map(({ name, pieces: sold, paid }, place): Letter['facts'][number] => [
          places[place] ?? '',
          `${name}: ${pieces(sold)}, ${dollarWords(paid)}`,
        ]),
    ],
    link: { words: 'See the overview', url: overview(sales) },
    also: tasks,
    closing: [
      ...(tasks.length === 0 ? ['There is nothing to do right now.'] : []),
      'You asked for this mail. At the end of the overview you can say that you want it no longer.',
    ],
  };
};

const places = ['Sold best', 'Second', 'Third', 'Fourth', 'Fifth'];

const figures: readonly { readonly name: string; readonly of: (sales: SalesFigures) => string }[] =
  [
    { name: 'Revenue', of: ({ revenue }) => dollarWords(revenue) },
    { name: 'Orders', of: ({ orders }) => String(orders) },
    { name: 'Pieces', of: ({ pieces: sold }) => String(sold) },
    {
      name: 'Average order',
      of: ({ average }) => (average === null ? 'none' : dollarWords(average)),
    },
    { name: 'New customers', of: ({ newCustomers }) => String(newCustomers) },
    { name: 'Returning customers', of: ({ returningCustomers }) => String(returningCustomers) },
  ];

/** What there is to do, each with the list of its rows. */
function tasksOf(
  shop: { readonly publicUrl: string },
  toDo: ToldToDo,
): NonNullable<Letter['also']> {
  const { ordersIn, doctor, emptySearches, soldOut, askedReturns } = pages(shop);
  const lists: Readonly<Record<ToDoKind, string>> = {
    ordersToShip: ordersIn('pending'),
    returnsAsked: askedReturns,
    soldOut,
    heldByNewcomers: ordersIn('never-paid'),
    emptySearches,
    paymentsWithoutOrder: doctor,
    disputedOrders: ordersIn('disputed'),
    failedRefunds: ordersIn('refund-failed'),
    failedMails: doctor,
  };
  const isBroken = toDo.doctor !== null && toDo.doctor.broken > 0;
  return [
    ...toDoKindNames
      .filter((kind) => toDo[kind].count > 0)
      .map((kind) => ({
        words: `${toDoKinds[kind]}: ${toDo[kind].count}${toDo[kind].more ? '+' : ''}`,
        url: lists[kind],
      })),
    ...(isBroken
      ? [{ words: `Broken, says the doctor: ${toDo.doctor?.broken}`, url: doctor }]
      : []),
  ];
}

const shortDay = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'November 16 to November 22, 2026'. */
function wordsOf({ from, to }: DayRange): string {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${(isOneYear ? shortDay : longDay).format(new Date(from))} to ${longDay.format(new Date(to))}`;
}
