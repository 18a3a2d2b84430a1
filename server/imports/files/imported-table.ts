/** What reads a table of a file, whatever its format: see `openTable` in ./open-table.ts. */
export interface ImportedTable {
  readonly format: TableFormat;
  /** The file's encoding; of XLSX always utf-8. */
  readonly encoding: TableEncoding;
  /** Whether the encoding was guessed because the file is not UTF-8 and says nothing: then letters with accents want a look. */
  readonly encodingGuessed: boolean;
  /** Of a CSV file. */
  readonly delimiter?: TableDelimiter;
  /** The names of an XLSX file's sheets in their order, and the one that is read. */
  readonly sheets?: readonly string[];
  readonly sheet?: string;
  /** The first row in which anything stands, each name without spaces at its ends. A column without a name is ''. */
  readonly header: readonly string[];
  /**
   * The rows below the header, read from the file anew at each call. Rows in which nothing stands are left out. Every row
   * without an error has a cell for every column: one that is missing is ''. Throws `TableError` where the file cannot be
   * read further. Leaving the loop closes the file.
   */
  rows(): AsyncIterable<TableRow>;
}

export interface TableRow {
  /** As a spreadsheet counts, from 1: the header is row 1 when nothing stands above it. */
  readonly row: number;
  /** Texts, exactly as they stand in the file: leading zeros and spaces stay. */
  readonly cells: readonly string[];
  /** Which cells, from 0, are numbers of a workbook: they have a point before their decimals. */
  readonly numbers?: ReadonlySet<number>;
  /** Why this row alone cannot be used; those after it can. Then `cells` may be more or fewer than the header. */
  readonly error?: TableError;
}

export type TableFormat = 'csv' | 'xlsx';
export type TableEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export type TableDelimiter = ',' | ';' | '\t';

export interface TableOptions {
  /** The file's name as the person sees it: its ending tells what to say when the content is something else. */
  readonly name: string;
  /** The sheet to read; without it the first. */
  readonly sheet?: string;
  /** Chosen by the person; without it guessed. */
  readonly delimiter?: TableDelimiter;
  readonly encoding?: TableEncoding;
  /** Bytes of each part of an XLSX file when unpacked; without it `tableLimits.unpacked`. */
  readonly unpacked?: number;
}

/** Why a file cannot be read. Each has a sentence of what to do in the error's message. */
export type TableErrorCode =
  | 'file_empty'
  | 'file_format_unknown'
  | 'file_encoding'
  | 'file_damaged'
  | 'file_protected'
  | 'file_quote_broken'
  | 'file_line_too_long'
  | 'file_cell_too_long'
  | 'file_cell_unreadable'
  | 'file_header_repeated'
  | 'file_too_many_columns'
  | 'file_too_many_cells'
  | 'file_too_many_rows'
  | 'file_too_large_inside'
  | 'file_sheet_unknown';

export interface TablePlace {
  /** As in `TableRow`. */
  readonly row?: number;
  /** The column's place, from 1. */
  readonly column?: number;
}

/** A file that cannot be read (further), with a sentence for the person who sent it. */
export class TableError extends Error {
  override readonly name = 'TableError';
  readonly code: TableErrorCode;
  readonly row: number | undefined;
  readonly column: number | undefined;

  constructor(code: TableErrorCode, message: string, place: TablePlace & ErrorOptions = {}) {
    super(message, { cause: place.cause });
    this.code = code;
    this.row = place.row;
    this.column = place.column;
  }
}

/** What a file may hold. */
export const tableLimits = {
  columns: 500,
  rows: 2_000_000,
  /** Bytes of one row of a CSV file, in UTF-8, and characters of one of a sheet. */
  line: 1_000_000,
  /** Characters of one cell; a spreadsheet's own limit is 32,767. */
  cell: 100_000,
  /** Bytes of an XLSX file's parts when unpacked, and how many times larger than packed. */
  unpacked: 4_000_000_000,
  ratio: 200,
  /** Bytes of the texts that an XLSX file keeps in one list for all cells; they are held in memory. */
  sharedTexts: 100_000_000,
  /** Formats of cells, sheets and relations that an XLSX file names; a spreadsheet's own limit of formats is 65,490. */
  named: 100_000,
} as const;
