import { damaged } from './archive.ts';
import { cellError, refuseColumns } from './as-table.ts';
import { TableError, tableLimits, type TableRow } from './imported-table.ts';
import { numberText, unescaped, type NumberKind } from './xlsx-values.ts';
import type { Workbook } from './workbook.ts';
import type { XmlHandler } from './xml.ts';

interface Cell {
  /** From 0. */
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string | undefined;
  hasFormula: boolean;
}

/** Collects the rows of a sheet from its document (ECMA-376, 18.3.1). */
export class SheetRows implements XmlHandler {
  private readonly workbook: Workbook;
  private whole: TableRow[] = [];
  private row = 0;
  private cells: string[] = [];
  private numbers = new Set<number>();
  /** Characters of its cells. */
  private length = 0;
  private error: TableError | undefined;
  private cell: Cell | undefined;
  private lastColumn = -1;
  private inValue = false;
  /** In the part of a text that says how it is spoken. */
  private spoken = false;

  constructor(workbook: Workbook) {
    this.workbook = workbook;
  }

  /** The rows that became whole since the last call. */
  taken(): readonly TableRow[] {
    const rows = this.whole;
    this.whole = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.beginRow(attributes['r']);
    if (name === 'c') this.beginCell(attributes);
    if (name === 'rPh') this.spoken = true;
    if (name === 'f' && this.cell) this.cell.hasFormula = true;
    this.inValue = name === 'v' || (name === 't' && !this.spoken);
    if (this.inValue && this.cell) this.cell.value ??= '';
  }

  text(text: string): void {
    if (!this.inValue || this.cell?.value === undefined) return;
    // One more than allowed is enough to be refused.
    if (this.cell.value.length <= tableLimits.cell) this.cell.value += text;
  }

  close(name: string): void {
    this.inValue = false;
    if (name === 'rPh') this.spoken = false;
    if (name === 'c' && this.cell) this.endCell(this.cell);
    if (name === 'row') this.endRow();
  }

  private beginRow(number: string | undefined): void {
    const row = number === undefined ? this.row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.row) throw damaged();
    this.row = row;
    this.cells = [];
    this.numbers = new Set();
    this.length = 0;
    this.error = undefined;
    this.lastColumn = -1;
  }

  private beginCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.lastColumn + 1 : columnOf(r);
    this.lastColumn = column;
    this.cell = { column, type: t, style: Number(s), value: undefined, hasFormula: false };
  }

  private endCell(cell: Cell): void {
    this.cell = undefined;
    if (cell.value === undefined && cell.hasFormula) this.error ??= this.formulaWithoutValue(cell);
    const text = cell.value === undefined ? '' : this.textOf(cell, cell.value);
    if (text === '') return;
    if (cell.column >= tableLimits.columns) refuseColumns(this.row);
    // Cells may share a text, of which each holds a copy.
    this.length += text.length;
    if (this.length > tableLimits.line) refuseLength(this.row);
    while (this.cells.length < cell.column) this.cells.push('');
    this.cells[cell.column] = text;
    if (cell.type === 'n' && this.kindOf(cell).as === 'number') this.numbers.add(cell.column);
  }

  private endRow(): void {
    const { row, cells, numbers } = this;
    const error = this.error ?? cellError(row, cells);
    this.whole.push({ row, cells, ...(numbers.size > 0 && { numbers }), ...(error && { error }) });
  }

  /** What a person reads in the cell (ECMA-376, 18.18.11); errors such as #REF! are read as they stand there. */
  private textOf(cell: Cell, value: string): string {
    const { type } = cell;
    const { texts, from1904 } = this.workbook;
    if (type === 's') return texts.at(Number(value)) ?? refuseText();
    if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
    if (type !== 'n') return unescaped(value);
    return numberText(value.trim(), this.kindOf(cell), from1904) ?? value;
  }

  private kindOf({ style }: Cell): NumberKind {
    return this.workbook.kinds[style] ?? { as: 'number' };
  }

  private formulaWithoutValue({ column }: Cell): TableError {
    return new TableError(
      'file_cell_unreadable',
      `The cell in row ${this.row}, column ${column + 1} is a formula without its result. Open the workbook in a spreadsheet and save it there, which calculates it.`,
      { row: this.row, column: column + 1 },
    );
  }
}

function refuseLength(row: number): never {
  throw new TableError(
    'file_line_too_long',
    `Row ${row} has more than ${tableLimits.line.toLocaleString('en')} characters. Shorten its cells.`,
    { row },
  );
}

function refuseText(): never {
  throw damaged(new Error('A shared text is missing'));
}

/** 'AB12' is column 27, counted from 0. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1];
  if (letters === undefined) throw damaged();
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
