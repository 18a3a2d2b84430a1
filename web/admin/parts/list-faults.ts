import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import { factOf } from '#contract/part-facts.ts';
import { rowsOf, type ListFactName } from './typed-lists.ts';

/** Where a fault of a list stands: beside the whole list, a row of it, or a field. */
export type ListPlace = ListFactName | `${ListFactName}.${string}`;

/** What a field of a row must have. */
const required: Readonly<Record<string, string>> = {
  image: 'This picture is not uploaded. Please remove it, or add it again.',
  number: 'Number is required',
  make: 'Make is required',
  model: 'Model is required',
  yearFrom: 'Must be a year.',
  yearTo: 'Must be a year.',
  from: 'Must be a whole number of pieces.',
  price: 'Must be above zero, with at most two decimals.',
};

/** The sentence at each place of a list that cannot be taken as it is typed. */
export function listFaults(name: ListFactName, json: string): Partial<Record<ListPlace, string>> {
  const { output, rule } = factOf(name);
  const parsed = safeParse(output, JSON.parse(json));
  if (parsed.success) return {};
  const faults = parsed.error.issues.map((issue) => [
    placeOf(name, json, issue),
    // The schema library's own messages are no sentences.
    issue.message.endsWith('.') ? issue.message : (sentenceFor(name, issue) ?? rule),
  ]);
  // Of a field the first fault is the one to mend first.
  return Object.fromEntries(faults.toReversed());
}

/** Beside it stands a fault of a whole row: years that are not in order. */
const lastNeeded = 'yearTo';

type Issue = z.core.$ZodIssue;

function placeOf(name: ListFactName, json: string, { path }: Issue): ListPlace {
  const [first, field] = path;
  if (first === undefined) return name;
  if (name === 'attributes') return `${name}.${String(first)}`;
  const { row } = rowsOf(json)[Number(first)] ?? { row: String(first) };
  return `${name}.${row}.${name === 'pictures' ? 'alt' : String(field ?? lastNeeded)}`;
}

function sentenceFor(name: ListFactName, { path }: Issue): string | undefined {
  if (name === 'attributes' && path.length > 0) return 'Must be a number.';
  return required[String(path[1])];
}
