import type { Page } from '#contract/api.ts';

/** One column of a file: its head, and what stands below it. Null leaves the field empty. */
export type CsvColumn<Row> = readonly [head: string, of: (row: Row) => string | number | null];

/** What a spreadsheet would read as the beginning of a formula; a number below zero is none. */
const beginsFormula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n]/;
const needsQuotes = /[",;\r\n\t]|^\s|\s$/;

/** One field. A text that a spreadsheet would run as a formula gets an apostrophe before it, which makes it text again. */
export function csvField(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && beginsFormula.test(value) ? `'${value}` : String(value);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A list as a CSV file (RFC 4180; the byte order mark tells spreadsheets that it is UTF-8), page by page as `pageAt` reads
 * it. Nothing is given before the first page is there, so that a failure up to then is an ordinary refusal.
 */
export async function* csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  pageAt: (cursor: string | undefined) => Promise<Page<readonly Row[]>>,
): AsyncGenerator<string> {
  let page = await pageAt(undefined);
  yield `\uFEFF${lineOf(columns.map(([head]) => head))}${linesOf(columns, page.rows)}`;
  while (page.next !== undefined) {
    page = await pageAt(page.next);
    yield linesOf(columns, page.rows);
  }
}

function linesOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => lineOf(columns.map(([, of]) => of(row)))).join('');
}

function lineOf(fields: readonly (string | number | null)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}
