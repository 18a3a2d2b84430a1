import { TableError, tableLimits, type ImportedTable, type TableRow } from './imported-table.ts';

/** What a format's own reader knows of a file. */
export type FileFacts = Omit<ImportedTable, 'header' | 'rows'>;

/** All rows of a file from its first, each with the cells that stand there; as many at a time as are read at once. */
export type RawRows = () => AsyncIterable<readonly TableRow[]>;

/** The rows of a file as a table with a header: what every format has in common. Refuses a file without a header. */
export async function asTable(facts: FileFacts, raw: RawRows): Promise<ImportedTable> {
  const header = await headerOf(raw);
  return {
    ...facts,
    header: header.names,
    rows: () => rowsBelow(header, raw),
  };
}

interface Header {
  readonly row: number;
  readonly names: readonly string[];
}

async function headerOf(raw: RawRows): Promise<Header> {
  for await (const rows of raw())
    for (const row of rows) {
      const names = namesIn(row);
      if (names.length > 0) return { row: row.row, names };
    }
  throw new TableError(
    'file_empty',
    'The file is empty. It needs a first row with the names of its columns, and a row for each part.',
  );
}

function namesIn({ row, cells, error }: TableRow): readonly string[] {
  if (error) throw error;
  const names = withoutTrailing(cells.map((cell) => cell.trim()));
  checkNames(row, names);
  return names;
}

function checkNames(row: number, names: readonly string[]): void {
  const seen = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const known = seen.get(name.toLowerCase());
    if (name !== '' && known !== undefined)
      throw new TableError(
        'file_header_repeated',
        `Columns ${known} and ${index + 1} are both named '${name.slice(0, 60)}'. Give each column a name of its own.`,
        { row, column: index + 1 },
      );
    seen.set(name.toLowerCase(), index + 1);
  }
}

async function* rowsBelow(header: Header, raw: RawRows): AsyncGenerator<TableRow> {
  const last = header.row + tableLimits.rows;
  for await (const rows of raw())
    for (const row of rows) {
      if (row.row > last) refuseRows(row.row);
      if (row.row > header.row && !isEmpty(row)) yield fitted(row, header.names.length);
    }
}

function isEmpty({ cells, error }: TableRow): boolean {
  return error === undefined && cells.every((cell) => cell.trim() === '');
}

function fitted(read: TableRow, columns: number): TableRow {
  if (read.error) return read;
  const { row, cells } = read;
  if (cells.length < columns)
    return { ...read, cells: [...cells, ...Array<string>(columns - cells.length).fill('')] };
  const kept = cells.length === columns ? cells : withoutTrailing(cells, columns);
  if (kept.length === columns) return { ...read, cells: kept };
  const error = new TableError(
    'file_too_many_cells',
    `Row ${row} has ${kept.length} cells, but there are only ${columns} columns. A cell with a separator in it needs quotes around it.`,
    { row, column: columns + 1 },
  );
  return { row, cells: kept, error };
}

/** Without the empty cells at the end, but never fewer than `least`. */
function withoutTrailing(cells: readonly string[], least = 0): readonly string[] {
  let length = cells.length;
  while (length > least && (cells[length - 1] ?? '').trim() === '') length -= 1;
  return length === cells.length ? cells : cells.slice(0, length);
}

function refuseRows(row: number): never {
  throw new TableError(
    'file_too_many_rows',
    `The file has more than ${tableLimits.rows.toLocaleString('en')} rows. Divide it into several files.`,
    { row },
  );
}

/** A file with more columns than anybody maps. */
export function refuseColumns(row: number): never {
  throw new TableError(
    'file_too_many_columns',
    `Row ${row} has more than ${tableLimits.columns} columns. Leave only those to import, and look whether the right separator is chosen.`,
    { row, column: tableLimits.columns + 1 },
  );
}

/** A cell with what no cell may hold, as an error of its row; nothing if it is fine. */
export function cellError(row: number, cells: readonly string[]): TableError | undefined {
  for (const [index, cell] of cells.entries()) {
    const place = { row, column: index + 1 };
    if (cell.length > tableLimits.cell)
      return new TableError(
        'file_cell_too_long',
        `The cell in row ${row}, column ${index + 1} has ${cell.length.toLocaleString('en')} characters. Shorten it.`,
        place,
      );
    if (cell.includes('\0') || !cell.isWellFormed())
      return new TableError(
        'file_cell_unreadable',
        `The cell in row ${row}, column ${index + 1} contains a zero byte or half a letter, which is no text. Delete the cell and type it anew.`,
        place,
      );
  }
  return undefined;
}
