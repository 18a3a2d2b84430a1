import { formatDollars } from '#contract/money.ts';
import { partListFacts } from '#contract/part-facts.ts';
import { numberKinds } from '#contract/number-kinds.ts';
import type { Fitment, PartNumber, PartPicture, PriceBreak } from '#contract/part-lists.ts';

type ListFact = keyof typeof partListFacts;

/** Whether a part may have several values of it. */
export function isListFact(name: string): name is ListFact {
  return name in partListFacts;
}

/** What people call the attributes of a part type, by their keys. */
export type AttributeLabels = Readonly<Record<string, string>>;

type Words = (value: unknown, labels: AttributeLabels) => string[];

const wordsOf: Readonly<Record<ListFact, Words>> = {
  attributes: (value, labels) =>
    Object.entries(value as Record<string, unknown>).map(
      ([key, one]) => `${labels[key] ?? key} ${String(one ?? '?')}`,
    ),
  priceBreaks: (value) =>
    (value as readonly PriceBreak[]).map(
      ({ from, price }) => `from ${from}: ${formatDollars(price)}`,
    ),
  numbers: (value) =>
    (value as readonly PartNumber[]).map(({ kind, number, maker }) =>
      [`${numberKinds[kind]}:`, maker, number].filter(Boolean).join(' '),
    ),
  pictures: (value) =>
    (value as readonly PartPicture[]).map(({ image, alt }) => (alt === '' ? image : alt)),
  fitments: (value) =>
    (value as readonly Fitment[]).map(({ make, model, yearFrom, yearTo, ...more }) =>
      [make, model, yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`]
        .concat([more.engine, more.position, more.note, more.remark])
        .filter(Boolean)
        .join(' '),
    ),
};

/** A list of the audit log or of a form, which has it as JSON, in one line of words; attributes by their keys without labels. */
export function listInWords(name: string, value: unknown, labels: AttributeLabels = {}): string {
  if (!isListFact(name) || value === undefined || value === null || value === '') return '';
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return wordsOf[name](list, labels).join(', ');
}
