import { open } from 'node:fs/promises';
import { TableError, type ImportedTable, type TableOptions } from './imported-table.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

const headLength = 64_000;

/** First bytes of files that are no tables, and of those that look like one but cannot be read. */
const zipSignature = Buffer.from('PK\u0003\u0004');
/** Compound files: workbooks of before 2007, and those of today that a password protects. */
const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const foreignSignatures = [
  '%PDF',
  'Rar!',
  '7z\u00bc\u00af',
  '\u0089PNG',
  '\u00ff\u00d8\u00ff',
  '\u001f\u008b',
  '{\\rtf',
  'BZh',
  'SQLite',
].map((text) => Buffer.from(text, 'latin1'));

/**
 * Opens a table of a file: CSV or XLSX, told apart by its content. Reads the header; the rows are read when they are asked
 * for, a few at a time. Refuses with `TableError`.
 */
export async function openTable(path: string, options: TableOptions): Promise<ImportedTable> {
  const head = await headOf(path);
  if (startsWith(head, zipSignature)) return readXlsx(path, options);
  if (startsWith(head, compoundSignature)) refuseCompound(options.name);
  if (isForeign(head)) refuseUnknown();
  if (options.name.toLowerCase().endsWith('.xlsx') && head.length > 0)
    throw new TableError(
      'file_damaged',
      'The file ends in .xlsx but is no workbook. Open it in a spreadsheet and save it anew as .xlsx or CSV.',
    );
  return readCsv(path, head, options);
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

function isForeign(head: Buffer): boolean {
  const text = head.toString('latin1', 0, 200).trimStart().toLowerCase();
  return (
    foreignSignatures.some((signature) => startsWith(head, signature)) ||
    /^(?:<\?xml|<!doctype|<html)/.test(text)
  );
}

function refuseCompound(name: string): never {
  if (name.toLowerCase().endsWith('.xls')) refuseUnknown();
  throw new TableError(
    'file_protected',
    'The workbook is protected by a password. Open it in a spreadsheet and save it without one.',
  );
}

function refuseUnknown(): never {
  throw new TableError(
    'file_format_unknown',
    'This is neither CSV nor XLSX. Open the file in a spreadsheet and save it as .xlsx or as CSV UTF-8.',
  );
}
