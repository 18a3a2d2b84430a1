import { vinAmong } from './vin-rules.ts';

/** One line of an address or a form, as it is stored; undefined where it is empty, too long, or no text at all. */
export function lineIn(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string' || !value.isWellFormed()) return undefined;
  const line = value.normalize('NFC').trim();
  return line === '' || line.length > most || /[\0-\x1f\x7f\u2028\u2029]/.test(line)
    ? undefined
    : line;
}

/** The same of what is searched for. What may be a VIN is nothing to search for, and stays in no address. */
export function searchedIn(value: unknown, most: number): string | undefined {
  const line = lineIn(value, most);
  return line === undefined || vinAmong(line) !== undefined ? undefined : line;
}

/** The words that an address of `/parts` searches for, and how it shows the list: all that the search field of a page needs of it. */
export function searchIn(given: { get(name: string): unknown }): {
  q: string | undefined;
  view: 'table' | undefined;
} {
  return {
    q: searchedIn(given.get('q'), 100),
    view: given.get('view') === 'table' ? 'table' : undefined,
  };
}
