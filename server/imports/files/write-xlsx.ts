import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { TableError } from './imported-table.ts';
import { escaped } from './xlsx-values.ts';

/** What a sheet can hold, its header included. */
const maxSheetRows = 1_048_576;
const pieceLength = 64_000;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the sheet. Its one style is that of texts, so that numbers typed into a cell keep their zeros too. */
const entries = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets><sheet name="Parts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
} as const;

/** A table as an XLSX workbook with one sheet (ECMA-376, part 1); see `writeTable`. */
export async function* writeXlsx(
  columns: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const [name, xml] of Object.entries(entries)) zip.addBuffer(Buffer.from(head + xml), name);
  const sheet = Readable.from(sheetOf(columns, rows), { objectMode: false });
  sheet.on('error', (error) => output.destroy(error));
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    // Of a reader who leaves early.
    sheet.destroy();
    output.destroy();
  }
}

async function* sheetOf(
  columns: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Buffer> {
  const last = Math.max(columns.length, 1);
  let piece = `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${last}" width="20" style="1" customWidth="1"/></cols><sheetData>`;
  let number = 1;
  piece += rowOf(number, columns);
  for await (const row of rows) {
    number += 1;
    if (number > maxSheetRows) refuseRows();
    piece += rowOf(number, row);
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(`${piece}</sheetData></worksheet>`);
}

function rowOf(number: number, cells: readonly string[]): string {
  return `<row r="${number}">${cells.map((cell, at) => cellOf(`${columnName(at)}${number}`, cell)).join('')}</row>`;
}

function cellOf(reference: string, text: string): string {
  if (text === '') return '';
  return `<c r="${reference}" s="1" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

function xmlText(text: string): string {
  return escaped(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** 27 is 'AB', counted from 0. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

function refuseRows(): never {
  throw new TableError(
    'file_too_many_rows',
    `A sheet holds ${maxSheetRows.toLocaleString('en')} rows at most. Choose CSV, which has no limit.`,
  );
}
