import { csvField } from '#server/http/csv.ts';
import type { TableFormat } from './imported-table.ts';
import { writeXlsx } from './write-xlsx.ts';

/** How much is handed on at a time, in characters. */
const pieceLength = 64_000;

/**
 * A table as a file, piece by piece as `rows` are read, never more in memory. Every cell is a text: in CSV (RFC 4180,
 * UTF-8 with its mark) what a spreadsheet would run as a formula has an apostrophe before it, which `unneutralise` takes
 * away; in XLSX no cell is a formula or a number. What is written is read by `openTable` as it was.
 */
export function writeTable(
  format: TableFormat,
  columns: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncIterable<Uint8Array> {
  return format === 'csv' ? writeCsv(columns, rows) : writeXlsx(columns, rows);
}

async function* writeCsv(
  columns: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  let piece = `\uFEFF${lineOf(columns)}`;
  for await (const row of rows) {
    piece += lineOf(row);
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(neutralField).join(',')}\r\n`;
}

/** A text that looks as if it had been neutralised gets one apostrophe more, so that it comes back whole. */
function neutralField(text: string): string {
  return csvField(looksNeutralised.test(text) ? `'${text}` : text);
}

const looksNeutralised = /^'+[=+\-@\t\r\n]/;

/** What stood in a cell of CSV before the apostrophe that keeps spreadsheets from running it; other cells as they are. */
export function unneutralise(cell: string): string {
  return looksNeutralised.test(cell) ? cell.slice(1) : cell;
}
