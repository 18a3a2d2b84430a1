import { partListFacts } from '#contract/part-facts.ts';
import {
  numberKinds,
  type Fitment,
  type PartNumber,
  type PartPicture,
} from '#contract/part-lists.ts';

type ListFact = keyof typeof partListFacts;

/** Whether a part may have several values of it. */
export function isListFact(name: string): name is ListFact {
  return name in partListFacts;
}

const wordsOf: Readonly<Record<ListFact, (value: unknown) => string[]>> = {
  attributes: (value) =>
    Object.entries(value as Record<string, unknown>).map(([key, one]) => `${key} ${String(one)}`),
  numbers: (value) =>
    (value as readonly PartNumber[]).map(({ kind, number, maker }) =>
      [`${numberKinds[kind]}:`, maker, number].filter(Boolean).join(' '),
    ),
  pictures: (value) =>
    (value as readonly PartPicture[]).map(({ image, alt }) => (alt === '' ? image : alt)),
  fitments: (value) =>
    (value as readonly Fitment[]).map(({ make, model, yearFrom, yearTo, note }) =>
      [make, model, yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`, note]
        .filter(Boolean)
        .join(' '),
    ),
};

/** A list of the audit log or of a form, which has it as JSON, in one line of words. */
export function listInWords(name: string, value: unknown): string {
  if (!isListFact(name) || value === undefined || value === null || value === '') return '';
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return wordsOf[name](list).join(', ');
}
