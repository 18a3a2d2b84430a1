import { quantityOf } from './list-cell.ts';

const separators = ['\t', ';', ','] as const;
type Separator = (typeof separators)[number];

/** A quoted cell may hold separators and line ends; it is short, so that an open quote costs little. */
const quoted = String.raw`"(?:[^"]|""){0,300}"`;

/**
 * The cells of a pasted text, a row per line. Each line is split at its tabs; if it has none, at its semicolons, at its commas
 * (unless these only group the digits of quantities), else at its spaces.
 */
export function pastedRows(text: string): string[][] {
  const records = recordsOf(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'));
  const found = records.map((record) => separators.find((one) => cellsOf(record, one).length > 1));
  const withCommas = records.filter((_, at) => found[at] === ',');
  const grouping = withCommas.every(commasOnlyGroup);
  const joining = withCommas.some((record) => /,\d{1,3},0\d\d$/.test(record));
  const split = records.map((record, at) => {
    const separator = found[at];
    if (!separator || (separator === ',' && grouping)) return undefined;
    return cellsOf(separator === ',' && joining ? joinGroups(record) : record, separator);
  });
  const bySpaces = splitBySpaces(records.filter((_, at) => !split[at]));
  return split.map((cells) => cells ?? bySpaces.shift() ?? []);
}

function recordsOf(text: string): string[] {
  const cell = new RegExp(`(?:^|(?<=[\\t;,\\n]))${quoted}(?= *(?:[\\t;,\\n]|$))|[^\\n]`, 'gu');
  const records: string[] = [];
  let record = '';
  let end = 0;
  for (const { 0: piece, index } of text.matchAll(cell)) {
    const lineEnds = index - end;
    if (lineEnds > 0) records.push(record, ...Array<string>(lineEnds - 1).fill(''));
    record = lineEnds > 0 ? piece : record + piece;
    end = index + piece.length;
  }
  return [...records, record];
}

function cellsOf(record: string, separator: Separator): string[] {
  const pattern = new RegExp(
    ` *(${quoted}) *(?:${separator}|$)|([^${separator}]*)(?:${separator}|$)`,
    'gu',
  );
  const cells: string[] = [];
  for (const { 0: whole, 1: inQuotes, 2: bare = '', index } of record.matchAll(pattern)) {
    if (index === record.length && !record.endsWith(separator) && cells.length > 0) break;
    cells.push(inQuotes === undefined ? bare : inQuotes.slice(1, -1).replaceAll('""', '"'));
    if (index + whole.length === record.length && !whole.endsWith(separator)) break;
  }
  return cells;
}

/** 'BD-3122 1,000': each comma stands in a quantity, beside something else. From 100,000 pieces it is a separator. */
function commasOnlyGroup(record: string): boolean {
  const rest = record.replaceAll(/(?<=^|\s)\d{1,2},(?:\d{3}|00?)(?=\s|$)/g, '');
  return !rest.includes(',') && rest.trim() !== '';
}

/** 'BD-3122,1,000' was written without quotes. */
function joinGroups(record: string): string {
  return record.replace(/,(\d{1,3}),(\d{3})$/, ',$1$2');
}

interface Ends {
  readonly first: readonly [string, string];
  readonly last: readonly [string, string];
}

/**
 * Texts that have no separator but spaces, as cells in the order in which they stand. Two spaces separate. At single spaces
 * only the quantity is split off: at that end where more lines have one, because a number may have spaces too.
 */
export function splitBySpaces(texts: readonly string[]): string[][] {
  const trimmed = texts.map((text) => text.replaceAll(/[^\S ]/gu, ' ').trim());
  const ends = trimmed.map((text) =>
    / {2}/.test(text) || !text.includes(' ') ? undefined : endsOf(text),
  );
  const known = ends.filter((one) => one !== undefined);
  const side = sideOf(known);
  const safe = side && numbersMayHaveSpaces(known.map((one) => one[side]));
  return trimmed.map((text, at) => {
    const one = ends[at];
    if (!one) return text.split(/ {2,}/);
    const [quantity, number] = side ? one[side] : ['', ''];
    if (!side || quantityOf(quantity) === undefined || (!safe && number.includes(' ')))
      return [text];
    return side === 'first' ? [quantity, number] : [number, quantity];
  });
}

function endsOf(text: string): Ends {
  const first = /^((?:[x×] ?)?\S+(?: ?(?:[x×*]|pcs?\.?|pieces|stk\.?|stück|ea\.?))?) (.+)$/iu.exec(
    text,
  );
  const last = /^(.+?) ((?:[x×*] ?)?\S+(?: ?(?:[x×*]|pcs?\.?|pieces|stk\.?|stück|ea\.?))?)$/iu.exec(
    text,
  );
  return { first: [first?.[1] ?? '', first?.[2] ?? ''], last: [last?.[2] ?? '', last?.[1] ?? ''] };
}

/** Where more texts have a quantity; 'last' if that is the same. */
function sideOf(texts: readonly Ends[]): keyof Ends | undefined {
  const count = (side: keyof Ends) =>
    texts.filter((one) => quantityOf(one[side][0]) !== undefined).length;
  const [first, last] = [count('first'), count('last')];
  if (Math.max(first, last) * 2 < texts.length || first + last === 0) return undefined;
  return first > last ? 'first' : 'last';
}

/** In '1K0 615 301' the last group belongs to the number: pieces are mostly sold in fives. */
function numbersMayHaveSpaces(pairs: Ends['first'][]): boolean {
  const long = pairs.filter(([, number]) => number.includes(' '));
  const likely = long.filter(([text]) => /[05]$|\D/.test(text) && quantityOf(text) !== undefined);
  return likely.length * 2 > long.length;
}
