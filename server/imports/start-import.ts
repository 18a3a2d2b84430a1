import { rename, rm } from 'node:fs/promises';
import { makeFolder } from '#server/make-folder.ts';
import type {
  ImportReading,
  ImportSettings,
  ImportState,
  ImportUpload,
  StoredFile,
} from '#contract/imports.ts';
import type { Actor } from '#server/audit/store.ts';
import { actorText } from '#server/audit/store.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import { auditStep } from './audit-step.ts';
import { supplierKey } from './check-import.ts';
import { decimalStyleOf } from '#server/imports/files/decimals.ts';
import {
  TableError,
  type ImportedTable,
  type TableOptions,
} from '#server/imports/files/imported-table.ts';
import { openTable } from '#server/imports/files/open-table.ts';
import { guessFields, plain } from './guess-fields.ts';
import type { ImportShop } from './job.ts';
import { loadTypes } from './load-known.ts';
import { attributesByName } from './names.ts';
import {
  findImport,
  findSupplier,
  insertImport,
  updateImport,
  type ImportRow,
  lockImport,
} from './store.ts';
import { openPictureArchive } from '#server/imports/pictures/picture-archive.ts';
import { PictureError } from '#server/imports/pictures/picture-error.ts';
import { makeRoom } from './make-room.ts';
import { archiveOf, fileOf } from './work-on-imports.ts';

/** Rows that are looked at to guess what columns are. */
const rowsToGuess = 500;
const mostSamples = 3;
const longestSample = 80;

/** An uploaded table, and an archive of pictures beside it. */
interface FilesOfImport {
  readonly upload: ImportUpload;
  readonly file: StoredFile;
  readonly pictures?: StoredFile | undefined;
}

/**
 * Takes uploaded files in: reads the table's header and guesses its columns. Refuses with `file_not_accepted` or `archive_not_accepted`
 * and why, and then the files are deleted.
 */
export async function startImport(
  shop: ImportShop,
  actor: Actor,
  { upload, file, pictures }: FilesOfImport,
): Promise<string> {
  const now = shop.clock.now();
  const id = newId(now);
  const supplier = upload.supplier || null;
  try {
    const read = await readHead(shop, file.path, { ...upload, supplier });
    if (pictures) await refuseNoArchive(pictures.path);
    makeFolder(shop.importFolder);
    if (pictures) await rename(pictures.path, archiveOf(shop, id));
    await rename(file.path, fileOf(shop, id));
    await inTransaction(shop.db, async (tx) => {
      const archive = pictures ? (upload.pictures ?? 'pictures.zip') : null;
      const row = { id, actor: actorText(actor), name: upload.name, supplier, archive, now };
      await insertImport(tx, { ...row, ...read });
      await auditStep(tx, { id, doer: row.actor, name: upload.name }, 'import uploaded', now);
    });
    await makeRoom(shop);
    return id;
  } finally {
    await rm(file.path, { force: true });
    if (pictures) await rm(pictures.path, { force: true });
  }
}

async function refuseNoArchive(place: string): Promise<void> {
  try {
    (await openPictureArchive(place)).close();
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    const { code, message } = error;
    refuse('archive_not_accepted', { cause: error, details: { code, reason: message } });
  }
}

const reopenable = new Set<ImportState>(['columns', 'checked', 'failed']);

/** Reads the file of an import that is not applied yet in another way. Refuses with `import_state`, `file_gone` or `file_not_accepted`. */
export async function reopenImport(
  shop: ImportShop,
  { id, name, supplier, state }: ImportRow,
  reading: ImportReading,
): Promise<ImportRow> {
  if (!reopenable.has(state)) refuse('import_state');
  const read = await readHead(shop, fileOf(shop, id), { ...reading, name, supplier });
  await inTransaction(shop.db, async (tx) => {
    // Somebody may have begun to apply it while its file was read.
    const row = await lockImport(tx, id);
    if (row === undefined || !reopenable.has(row.state)) refuse('import_state');
    await updateImport(tx, id, { ...read, state: 'columns', failure: null });
  });
  return (await findImport(shop.db, id)) ?? refuse('import_not_found');
}

async function readHead(
  shop: ImportShop,
  place: string,
  {
    supplier,
    name,
    sheet,
    delimiter,
    encoding,
  }: ImportReading & Pick<ImportRow, 'supplier' | 'name'>,
): Promise<Pick<ImportRow, 'file' | 'columns' | 'settings'>> {
  try {
    const table = await openTable(place, optionsOf(name, { sheet, delimiter, encoding }));
    const rows: (readonly string[])[] = [];
    for await (const { cells, error } of table.rows())
      if (error === undefined && rows.push(cells) === rowsToGuess) break;
    return await guess(shop, { table, rows, supplier });
  } catch (error) {
    if (error instanceof TableError) {
      const { code, message, row, column } = error;
      refuse('file_not_accepted', {
        cause: error,
        details: { code, reason: message, row, column },
      });
    }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') refuse('file_gone', { cause: error });
    throw error;
  }
}

function optionsOf(name: string, { sheet, delimiter, encoding }: ImportReading): TableOptions {
  return {
    name,
    ...(sheet === undefined ? {} : { sheet }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(encoding === undefined ? {} : { encoding }),
  };
}

interface Head {
  readonly table: ImportedTable;
  readonly rows: readonly (readonly string[])[];
  readonly supplier: string | null;
}

async function guess({ db }: ImportShop, { table, rows, supplier }: Head) {
  const known = supplier === null ? undefined : await findSupplier(db, supplierKey(supplier));
  const attributes = attributesByName([...(await loadTypes(db)).values()], plain);
  const fields = guessFields(table.header, attributes, known?.fields);
  const columns = table.header.map((header, at) => ({
    header,
    field: fields[at] ?? null,
    samples: samplesOf(rows, at),
  }));
  const prices = rows.map((cells) => cells[fields.indexOf('price')] ?? '');
  const decimal = decimalStyleOf(prices) ?? known?.settings?.decimal;
  const settings: ImportSettings = {
    lists: 'replace',
    minimumOrder: 100,
    ...known?.settings,
    missing: 'keep',
    ...(decimal === undefined ? {} : { decimal }),
  };
  const file = {
    format: table.format,
    encoding: table.encoding,
    encodingGuessed: table.encodingGuessed,
    delimiter: table.delimiter ?? null,
    sheet: table.sheet ?? null,
    sheets: [...(table.sheets ?? [])],
  };
  return { file, columns, settings };
}

function samplesOf(rows: Head['rows'], at: number): string[] {
  const said = new Set<string>();
  for (const cells of rows) {
    const text = (cells[at] ?? '').trim().slice(0, longestSample);
    if (text !== '') said.add(text.isWellFormed() ? text : '…');
    if (said.size === mostSamples) break;
  }
  return [...said];
}
