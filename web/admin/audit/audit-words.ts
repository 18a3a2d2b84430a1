import { formatDollars } from '#contract/money.ts';
import { factOf, newPartFactNames } from '#contract/part-facts.ts';
import { isListFact, listInWords } from '#web/admin/list-in-words.ts';

/** One thing an entry changed, in words; `was` or `is` is undefined where there was or is nothing to tell. */
export interface Change {
  readonly name: string;
  readonly was: string | undefined;
  readonly is: string | undefined;
}

const names: Readonly<Record<string, string>> = {
  ...Object.fromEntries(newPartFactNames.map((name) => [name, factOf(name).label])),
  reason: 'Reason',
  archived: 'Deleted',
  role: 'Role',
  status: 'Status',
  state: 'State',
  url: 'Address',
  width: 'Width',
  height: 'Height',
  size: 'Size in bytes',
};

const money: ReadonlySet<string> = new Set([
  ...newPartFactNames.filter((name) => factOf(name).control === 'dollars'),
  'amount',
]);

/** What an entry of the audit log changed, field by field, in the order it was written down. */
export function changesOf(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...fields].map((field) => ({
    name: names[field] ?? wordsOf(field).replace(/^./, (first) => first.toUpperCase()),
    was: before !== null && field in before ? inWords(field, before[field]) : undefined,
    is: after !== null && field in after ? inWords(field, after[field]) : undefined,
  }));
  // Nothing that came from nowhere is no change.
  return changes.filter(({ was, is }) => was !== undefined || is !== none);
}

const none = 'none';

function inWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return none;
  if (isListFact(field)) return listInWords(field, value) || none;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return money.has(field) ? formatDollars(value) : String(value);
  if (typeof value === 'object') return countsInWords(value) ?? JSON.stringify(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Counts by their names, as in '4 rows, 2 added'; those of nothing are left out. Undefined when it is something else. */
function countsInWords(value: object): string | undefined {
  const counts = Object.entries(value);
  if (Array.isArray(value) || counts.some(([, count]) => typeof count !== 'number'))
    return undefined;
  const some = counts.filter(([, count]) => count !== 0);
  return some.map(([name, count]) => `${count} ${wordsOf(name)}`).join(', ') || none;
}

/** A field's name as words, as in 'not undone'. */
function wordsOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
