import { Readable, Transform, pipeline } from 'node:stream';
import { CsvError, parse, type Parser } from 'csv-parse';
import { asTable, cellError, refuseColumns } from './as-table.ts';
import { guessDelimiter } from './csv-delimiter.ts';
import { decoded, encodingOf } from './csv-encoding.ts';
import {
  TableError,
  tableLimits,
  type ImportedTable,
  type TableDelimiter,
  type TableEncoding,
  type TableOptions,
  type TableRow,
} from './imported-table.ts';

/** How much of the text the delimiter is guessed from. */
const sampleLength = 64_000;

/** Opens a CSV file whose first bytes are `head`. Refuses with `TableError`. */
export async function readCsv(
  path: string,
  head: Buffer,
  options: TableOptions,
): Promise<ImportedTable> {
  const { encoding, guessed } = await encodingOf(path, head, options.encoding);
  const delimiter = options.delimiter ?? guessDelimiter(await beginning(path, encoding));
  return asTable({ format: 'csv', encoding, encodingGuessed: guessed, delimiter }, () =>
    records(path, encoding, delimiter),
  );
}

async function beginning(path: string, encoding: TableEncoding): Promise<string> {
  let text = '';
  for await (const piece of decoded(path, encoding)) {
    text += piece;
    if (text.length >= sampleLength) break;
  }
  return text.slice(0, sampleLength);
}

async function* records(
  path: string,
  encoding: TableEncoding,
  delimiter: TableDelimiter,
): AsyncGenerator<readonly TableRow[]> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: tableLimits.line,
  });
  let row = 0;
  // The loop below gets every error: pipeline destroys the parser with it.
  pipeline(
    Readable.from(decoded(path, encoding), { highWaterMark: 1 }),
    boundedRecords(parser),
    parser,
    () => {},
  );
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (cells.length > tableLimits.columns && cells.findLastIndex(Boolean) >= tableLimits.columns)
        refuseColumns(row);
      const error = cellError(row, cells);
      yield [error ? { row, cells, error } : { row, cells }];
    }
  } catch (error) {
    throw error instanceof CsvError ? asTableError(error, parser.info.records + 1) : error;
  }
}

/**
 * The parser counts the texts of a record only, not what stands between them: a row of nothing but separators would grow
 * for ever. So no more than four times its limit passes while no record comes out.
 */
function boundedRecords(parser: Parser): Transform {
  let [passed, known] = [0, 0];
  return new Transform({
    objectMode: true,
    highWaterMark: 1,
    transform(text: string, _encoding, done) {
      const { records: whole } = parser.info;
      passed = whole === known ? passed + text.length : 0;
      known = whole;
      done(passed > 4 * tableLimits.line ? lineTooLong(whole + 1) : null, text);
    },
  });
}

function lineTooLong(row: number): TableError {
  return new TableError(
    'file_line_too_long',
    `Row ${row} is longer than ${tableLimits.line.toLocaleString('en')} characters. Look whether the file has line breaks, and whether a quote is missing.`,
    { row },
  );
}

function asTableError(error: CsvError, row: number): TableError {
  if (error.code === 'CSV_MAX_RECORD_SIZE') return lineTooLong(row);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new TableError(
      'file_quote_broken',
      `A quote in row ${row} is never closed. A cell that begins with a quote must end with one; write a quote inside it twice.`,
      { row, cause: error },
    );
  return new TableError(
    'file_quote_broken',
    `Row ${row} has a quote in the middle of a cell. Put the whole cell between quotes and write the quote inside it twice.`,
    { row, cause: error },
  );
}
