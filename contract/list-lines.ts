import { cleanCell, looksLikeNumber, quantityOf } from './list-cell.ts';
import { headingOf } from './list-heading.ts';
import { longestNumber, mostLines } from './list-limits.ts';
import { pastedRows, splitBySpaces } from './pasted-rows.ts';

/** A number as it was written, and how many pieces; null when that is not said or not understood. */
export interface WrittenLine {
  readonly number: string;
  readonly quantity: number | null;
  /** The part that is meant, where it has no number; `number` is then its name. */
  readonly productId?: string | undefined;
}

/** A row that is no line; rows are counted from 1. `zero`: it says 0 pieces. */
interface SkippedRow {
  readonly row: number;
  readonly text: string;
  readonly reason: 'heading' | 'noNumber' | 'zero' | 'tooMany';
}

/** What was understood of a table or text, in its order. */
export interface WrittenList {
  readonly lines: WrittenLine[];
  readonly skipped: SkippedRow[];
}

/** The lines of a pasted text: from a spreadsheet, a file, a mail. */
export function pastedLines(text: string): WrittenList {
  return linesOf(pastedRows(text));
}

/**
 * The lines of a table with numbers and quantities, in whatever columns.
 *
 * Headings name the columns. Without them the number's column is the one where most cells can be a number and cannot be a
 * quantity. If all can be both, numbers have the most digits, then the most different values, then stand first. The quantity's
 * column is the next one after it where at least half of the cells are quantities, and which does not just count the rows; of
 * two columns it is the other one, unless that counts. In a row where only the other way round makes sense, the two change places.
 */
export function linesOf(rows: readonly (readonly string[])[]): WrittenList {
  const table = inColumns(rows).map((cells) => cells.map(cleanCell));
  const heading = headingRow(table);
  const { number, quantity } = columnsOf(table, heading);
  const lines: WrittenLine[] = [];
  const skipped: SkippedRow[] = [];
  for (const [at, cells] of table.entries()) {
    if (cells.every((cell) => cell === '')) continue;
    const line = at > heading ? lineOf(cells[number] ?? '', cells[quantity] ?? '') : 'heading';
    const reason = typeof line === 'object' && lines.length === mostLines ? 'tooMany' : line;
    if (typeof reason === 'object') lines.push(reason);
    else skipped.push({ row: at + 1, text: cells.join(' ').trim().slice(0, 200), reason });
  }
  return { lines, skipped };
}

function lineOf(first: string, second: string): WrittenLine | 'noNumber' | 'zero' {
  const swapped = isSwapped(first, second);
  const [number, pieces] = swapped ? [second, quantityOf(first)] : [first, quantityOf(second)];
  if (!/[\p{L}\p{N}]/u.test(number) || number.length > longestNumber) return 'noNumber';
  if (!/\d/.test(first + second)) return 'noNumber';
  return pieces === 0 ? 'zero' : { number, quantity: pieces ?? null };
}

function isSwapped(number: string, quantity: string): boolean {
  return (
    quantityOf(quantity) === undefined &&
    quantityOf(number) !== undefined &&
    looksLikeNumber(quantity)
  );
}

/** A table of one column holds texts such as 'BD-3122 400'. */
function inColumns(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return rows.every((cells) => cells.length < 2)
    ? splitBySpaces(rows.map(([text = '']) => text))
    : rows;
}

/** The row with the headings, counted from 0; -1 if there is none. Above it may stand a title. */
function headingRow(table: readonly (readonly string[])[]): number {
  const named = table
    .slice(0, 10)
    .findIndex((cells) => cells.some(headingOf) && !cells.some((cell) => quantityOf(cell)));
  if (named >= 0) return named;
  const first = table.findIndex((cells) => cells.some(Boolean));
  return first >= 0 && !table[first]?.some((cell) => /\d/.test(cell)) ? first : -1;
}

interface Column {
  readonly at: number;
  readonly named: ReturnType<typeof headingOf>;
  /** Cells that can be a number and no quantity. */
  readonly numbers: number;
  /** Of the cells that can be a number: prices and descriptions have digits, too. */
  readonly digits: number;
  readonly different: number;
  readonly isQuantity: boolean;
  /** It says 1, 2, 3 and so on, from row to row. */
  readonly counts: boolean;
}

function columnsOf(table: readonly (readonly string[])[], heading: number) {
  const width = Math.max(0, ...table.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, at) =>
    columnOf(
      at,
      headingOf(table[heading]?.[at] ?? ''),
      table.slice(heading + 1).map((cells) => cells[at] ?? ''),
    ),
  );
  const named = (name: Column['named']) => columns.find((one) => one.named === name)?.at;
  const number = named('number') ?? numberColumn(columns.filter((one) => !one.named));
  const likely = columns.filter((one) => one.isQuantity && !one.named && one.at !== number);
  const next = likely.find((one) => one.at > number) ?? likely[0];
  const other = columns.length === 2 && !columns[1 - number]?.counts ? 1 - number : -1;
  return { number, quantity: named('quantity') ?? next?.at ?? other };
}

function numberColumn(columns: readonly Column[]): number {
  const likeliest = columns.toSorted(
    (a, b) =>
      b.numbers - a.numbers || b.digits - a.digits || b.different - a.different || a.at - b.at,
  );
  return likeliest[0]?.at ?? 0;
}

function columnOf(at: number, named: Column['named'], cells: readonly string[]): Column {
  const filled = cells.filter(Boolean);
  const quantities = filled.map(quantityOf);
  const isQuantity = quantities.filter((one) => one !== undefined).length * 2 >= filled.length;
  const counts = filled.length > 2 && quantities.every((one, index) => one === index + 1);
  return {
    at,
    named,
    numbers: filled.filter(
      (cell, index) => quantities[index] === undefined && looksLikeNumber(cell),
    ).length,
    digits: filled
      .filter(looksLikeNumber)
      .reduce((sum, cell) => sum + cell.replaceAll(/\D/g, '').length, 0),
    different: new Set(filled).size,
    isQuantity: filled.length > 0 && isQuantity && !counts,
    counts,
  };
}
