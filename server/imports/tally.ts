import type { ImportCounts, ImportGuard } from '#contract/imports.ts';
import { importGuards, type ImportGuardName } from '#contract/import-fields.ts';
import { centsOf, formatDollars } from '#contract/money.ts';
import type { Changes } from './part-state.ts';
import type { Settled } from './settle-part.ts';
import { noCounts, type ImportPartRow } from './store.ts';

/** What is counted of a part of an import. */
export type Counted = Pick<
  ImportPartRow,
  'row' | 'rows' | 'part_number' | 'name' | 'result' | 'changes'
>;

const mostExamples = 20;
/** In percent. */
const mostPriceChange = 30;
const mostFall = 80;
const mostArchived = 5;

type Example = ImportGuard['examples'][number];

/** Counts the parts of an import, and collects what has to be ticked. */
export class Tally {
  readonly counts: ImportCounts & { [Name in keyof ImportCounts]: number } = { ...noCounts };
  readonly #guarded = new Map<ImportGuardName, { count: number; examples: Example[] }>();

  add(part: Counted): void {
    this.#count(part, 1);
    for (const [guard, before, after] of guardsOf(part)) {
      const { row, part_number: partNumber, name } = part;
      const there = this.#guarded.get(guard) ?? { count: 0, examples: [] };
      if (there.examples.length < mostExamples)
        there.examples.push({ row, partNumber, name, before, after });
      this.#guarded.set(guard, { ...there, count: there.count + 1 });
    }
  }

  /** Takes back what `add` counted, because more was found out about the part. */
  remove(part: Counted): void {
    this.#count(part, -1);
    for (const [guard] of guardsOf(part)) {
      const there = this.#guarded.get(guard);
      if (there === undefined) continue;
      const examples = there.examples.filter(({ row }) => row !== part.row);
      this.#guarded.set(guard, { count: there.count - 1, examples });
    }
  }

  /** What has to be ticked; `onSale` parts are those that could be taken out of the shop. */
  guards(onSale: number): ImportGuard[] {
    return (Object.keys(importGuards) as ImportGuardName[]).flatMap((guard) => {
      const { count, examples } = this.#guarded.get(guard) ?? { count: 0, examples: [] };
      const isFine = count === 0 || (guard === 'archive' && count * 100 <= onSale * mostArchived);
      return isFine ? [] : [{ guard, count, examples }];
    });
  }

  #count({ result, rows }: Counted, sign: 1 | -1): void {
    this.counts[countOf[result]] += result === 'refused' ? sign * rows : sign;
  }
}

const countOf = {
  add: 'added',
  change: 'changed',
  same: 'same',
  archive: 'archived',
  refused: 'refused',
} as const satisfies Record<Counted['result'], keyof ImportCounts>;

/**
 * The comparison of a part that is applied, refused if orders or edits of meanwhile have brought it beyond what was ticked. What was to
 * be ticked at the check is ticked.
 */
export function withinGuards(settled: Settled, ticked: readonly ImportGuard[]): Settled {
  const names = new Set(ticked.map(({ guard }) => guard));
  const faults = guardsOf(settled).flatMap(([guard, before, after]) =>
    guard === 'archive' || names.has(guard)
      ? []
      : [{ field: fieldOf[guard], value: after, reason: changedMuch[guard](before) }],
  );
  return faults.length === 0 ? settled : { ...settled, result: 'refused', faults };
}

const fieldOf = { price: 'price', stock: 'inStock' } as const;
const changedMuch = {
  price: (before: string) =>
    `The price was ${before} by then: a change of more than ${mostPriceChange} % was not ticked.`,
  stock: (before: string) =>
    `There were ${before} in stock by then: a fall of more than ${mostFall} % was not ticked.`,
} as const;

function guardsOf({
  result,
  changes,
}: Pick<Counted, 'result' | 'changes'>): [ImportGuardName, string, string][] {
  if (changes === null || (result !== 'change' && result !== 'archive')) return [];
  const found: [ImportGuardName, string, string][] = [];
  const price = numbers(changes['price']);
  if (price && changesMuch(centsOf(price[0]), centsOf(price[1])))
    found.push(['price', formatDollars(price[0]), formatDollars(price[1])]);
  const stock = numbers(changes['inStock']);
  if (stock && (stock[0] - stock[1]) * 100 > stock[0] * mostFall)
    found.push(['stock', String(stock[0]), String(stock[1])]);
  if (changes['deleted']?.[1] === true) found.push(['archive', 'on sale', 'deleted']);
  return found;
}

function changesMuch(was: number, is: number): boolean {
  return Math.abs(is - was) * 100 > was * mostPriceChange;
}

function numbers(change: Changes[string] | undefined): [number, number] | undefined {
  return change && [Number(change[0]), Number(change[1])];
}
