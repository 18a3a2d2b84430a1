import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { ZipFile } from 'yazl';
import type { TableError, TableOptions, TableRow } from '#server/imports/files/imported-table.ts';
import { openTable } from '#server/imports/files/open-table.ts';

/** A folder for the files of one test file, gone afterwards. */
export function tableFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Opens a file with this content and reads it to its end: its facts, its header, its rows. */
export async function readTable(
  folder: string,
  content: string | Uint8Array,
  options: Partial<TableOptions> = {},
) {
  const path = join(folder, 'table');
  writeFileSync(path, content);
  const { rows, ...facts } = await openTable(path, { name: 'parts.csv', ...options });
  const read: TableRow[] = [];
  for await (const row of rows()) read.push(row);
  return { ...facts, rows: read };
}

/** Only the cells of a file's rows. */
export async function readCells(
  folder: string,
  content: string | Uint8Array,
  options: Partial<TableOptions> = {},
) {
  const { rows } = await readTable(folder, content, options);
  return rows.map(({ cells }) => cells);
}

/** The code and place of the refusal that reading this file ends with. */
export async function refusalOf(
  folder: string,
  content: string | Uint8Array,
  options: Partial<TableOptions> = {},
) {
  try {
    await readTable(folder, content, options);
  } catch (error) {
    const { code, row, column, message } = error as TableError;
    return { code, row, column, message };
  }
  throw new Error('The file was read');
}

/** An archive with these entries. */
export async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** What a workbook is made of here; each can be replaced by something broken. */
export interface WorkbookParts {
  /** The rows of each sheet as XML, by its name. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly shared?: string;
  readonly styles?: string;
  readonly properties?: string;
  /** Attributes of each sheet's entry in the workbook. */
  readonly states?: Readonly<Record<string, string>>;
  /** More entries, or others in place of ours. */
  readonly more?: Readonly<Record<string, string | Buffer>>;
}

/** A workbook as other programs write it: shared texts, styles, several sheets, prefixes of their own. */
export function workbookOf(parts: WorkbookParts): Promise<Buffer> {
  const names = Object.keys(parts.sheets);
  const rel = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  return zipOf({
    '_rels/.rels': `<Relationships>${rel('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${main} xmlns:r="${office}">${parts.properties ?? ''}<sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}" ${parts.states?.[name] ?? ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, at) => rel(`s${at}`, 'worksheet', `/xl/worksheets/sheet${at + 1}.xml`))
      .join(
        '',
      )}${rel('t', 'sharedStrings', 'sharedStrings.xml')}${rel('u', 'styles', 'styles.xml')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<x:worksheet xmlns:x="m"><x:sheetData>${parts.sheets[name]?.replaceAll(/<(\/?)(?=[a-z])/gi, '<$1x:')}</x:sheetData></x:worksheet>`,
      ]),
    ),
    ...(parts.shared !== undefined && {
      'xl/sharedStrings.xml': `<sst ${main}>${parts.shared}</sst>`,
    }),
    ...(parts.styles !== undefined && {
      'xl/styles.xml': `<styleSheet ${main}>${parts.styles}</styleSheet>`,
    }),
    ...parts.more,
  });
}

/** Writes a file piece by piece, so that a large one is never whole in memory. */
export async function writePieces(path: string, pieces: Iterable<string | Buffer>): Promise<void> {
  await writeFile(path, pieces);
}
