import { formatDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { Part } from '#contract/parts.ts';
import { adviseLine } from '#web/order-pad/line-advice.ts';
import { grouped } from '#web/parts/list/counts.ts';

/** What was ordered. Dollars by the piece. */
export type Ordered = Pick<Order, 'productId' | 'productName' | 'quantity' | 'price'> & {
  /** It stands on a list that was saved, and was not ordered then. */
  readonly isSaved?: boolean;
};

/** What was ordered, and the part of now: itself, what takes its place, or undefined when neither is sold. */
export interface OrderedLine {
  readonly ordered: Ordered;
  readonly part: Part | undefined;
}

/** One thing that is not as it was. */
export interface Change {
  readonly kind: 'gone' | 'replaced' | 'stock' | 'quantity' | 'up' | 'down';
  readonly words: string;
}

/** What of a line has changed, the most serious first. */
export interface ChangedLine {
  /** The part on the list; of one that is gone its name of then. */
  readonly name: string;
  readonly number: string | null;
  readonly partId: string | undefined;
  readonly changes: readonly Change[];
}

/** The lines of which something has changed since they were ordered. */
export function changedLines(lines: readonly OrderedLine[]): ChangedLine[] {
  return lines
    .map(({ ordered, part }) => ({
      name: part?.name ?? ordered.productName,
      number: part?.partNumber ?? null,
      partId: part?._id,
      changes: changesOf(ordered, part),
    }))
    .filter(({ changes }) => changes.length > 0);
}

/** What is not as it was of something that was ordered; `part`: what is sold now. */
export function changesOf(ordered: Ordered, part: Part | undefined): Change[] {
  if (part === undefined) return [{ kind: 'gone', words: 'No longer sold.' }];
  return [
    ...(part._id === ordered.productId ? [] : [replaced(ordered)]),
    ...quantityChange(ordered, part),
    ...priceChange(ordered, part),
  ];
}

function replaced({ productName, isSaved }: Ordered): Change {
  const then = isSaved ? 'which you saved' : 'which you ordered';
  return { kind: 'replaced', words: `Takes the place of ${productName}, ${then}.` };
}

/** The quantity of then cannot be ordered now: too few pieces, or other rules. */
function quantityChange({ quantity, isSaved }: Ordered, part: Part): Change[] {
  const { fits, fault, fixes } = adviseLine(quantity, part);
  if (fits) return [];
  const nearest = fixes.map((fix) => grouped(fix.quantity)).join(' or ');
  return [
    {
      kind: part.inStock < quantity ? 'stock' : 'quantity',
      words: [
        fault,
        `You ${isSaved ? 'saved' : 'ordered'} ${grouped(quantity)}.`,
        nearest && `The nearest that can be ordered: ${nearest}.`,
      ]
        .filter(Boolean)
        .join(' '),
    },
  ];
}

/** The price by the piece of the quantity of then. */
function priceChange(ordered: Ordered, part: Part): Change[] {
  const { price } = adviseLine(ordered.quantity, part);
  if (price === ordered.price) return [];
  return [
    {
      kind: price > ordered.price ? 'up' : 'down',
      words: `${formatDollars(ordered.price)} a piece then, ${formatDollars(price)} now.`,
    },
  ];
}
