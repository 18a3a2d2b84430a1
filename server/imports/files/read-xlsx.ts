import { openArchive } from './archive.ts';
import { asTable } from './as-table.ts';
import type { ImportedTable, TableOptions, TableRow } from './imported-table.ts';
import { SheetRows } from './sheet-rows.ts';
import { workbookOf, type Workbook } from './workbook.ts';
import { readXml } from './xml.ts';

/** Opens a sheet of an XLSX workbook. Hidden rows and columns are read too. Refuses with `TableError`. */
export async function readXlsx(path: string, options: TableOptions): Promise<ImportedTable> {
  const workbook = await loadWorkbook(path, options);
  return asTable(
    {
      format: 'xlsx',
      encoding: 'utf-8',
      encodingGuessed: false,
      sheets: workbook.sheets,
      sheet: workbook.sheet,
    },
    () => rowsOf(path, workbook, options),
  );
}

async function loadWorkbook(path: string, { sheet, unpacked }: TableOptions): Promise<Workbook> {
  const archive = await openArchive(path, unpacked);
  try {
    return await workbookOf(archive, sheet);
  } finally {
    archive.close();
  }
}

async function* rowsOf(
  path: string,
  workbook: Workbook,
  { unpacked }: TableOptions,
): AsyncGenerator<readonly TableRow[]> {
  const archive = await openArchive(path, unpacked);
  try {
    const rows = new SheetRows(workbook);
    const steps = readXml(archive.text(workbook.entry), rows);
    while (!(await steps.next()).done) yield rows.taken();
  } finally {
    archive.close();
  }
}
