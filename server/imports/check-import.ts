import { partNumberKey } from '#contract/part-rules.ts';
import { checkReplacements } from './check-replacements.ts';
import { checkRows, type Check } from './check-rows.ts';
import type { ImportedTable, TableRow } from '#server/imports/files/imported-table.ts';
import { unneutralise } from '#server/imports/files/write-table.ts';
import { findMissing } from './find-missing.ts';
import { batchOf, latestYearOf, type Job } from './job.ts';
import { loadTypes } from './load-known.ts';
import { nameLeftOut } from './name-left-out.ts';
import { categoriesByName, listCategories, typesByName } from './names.ts';
import { nearestName } from './nearest-name.ts';
import type { PictureArchive } from '#server/imports/pictures/picture-archive.ts';
import { pictureErrors } from '#server/imports/pictures/picture-error.ts';
import { sourceFault } from '#server/imports/pictures/picture-sources.ts';
import { countPictures } from '#server/imports/pictures/pictures-store.ts';
import { forgetParts } from './staging-store.ts';
import { Tally } from './tally.ts';

/** Rows of the file that are read and compared at once, and the characters of their cells after which there are enough. */
const rowsAtOnce = 500;
const charactersAtOnce = 2_000_000;

/**
 * Compares every row of a file with the shop and stores what would change, and why rows cannot be used. Changes nothing of the shop.
 * Rejects with `TableError` where the file cannot be read, and as `batchOf` does. Begun again, it begins from the start.
 */
export async function checkImport(
  job: Job,
  table: ImportedTable,
  archive: PictureArchive | undefined,
): Promise<void> {
  await forgetParts(job);
  const check = await checkOf(job, table, archive);
  let rows: TableRow[] = [];
  let characters = 0;
  let last = Promise.resolve();
  for await (const one of table.rows()) {
    rows.push(one);
    characters += one.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (rows.length < rowsAtOnce && characters < charactersAtOnce) continue;
    await last;
    // The next ones are read meanwhile.
    last = checkRows(check, rows);
    last.catch(() => undefined);
    rows = [];
    characters = 0;
  }
  await last;
  if (rows.length > 0) await checkRows(check, rows);
  await checkReplacements(check);
  if (check.tally.counts.refused > 0) await nameLeftOut(job, 'check');
  const onSale = await findMissing(check);
  await batchOf(job, async (tx) => ({
    state: 'checked',
    found: check.tally.counts,
    guards: check.tally.guards(onSale),
    steps_in_all: check.tally.counts.rows,
    ...(await countPictures(tx, job.row.id)),
    pictures_lacking: check.lacking,
    worker: null,
    worked_until: null,
  }));
}

async function checkOf(
  job: Job,
  table: ImportedTable,
  archive: PictureArchive | undefined,
): Promise<Check> {
  const { shop, row } = job;
  const categories = await listCategories(shop.db);
  const types = await loadTypes(shop.db);
  return {
    job,
    types,
    supplier: row.supplier === null ? null : supplierKey(row.supplier),
    plan: {
      fields: row.columns.map(({ field }) => field),
      decimal: row.settings.decimal,
      types: typesByName([...types.values()]),
      categories: categoriesByName(categories),
      nearest: {
        type: nearestName(
          [...types.values()].flatMap(({ name, otherNames }) => [name, ...otherNames]),
        ),
        category: nearestName(categories.map(({ name }) => name)),
      },
      meant: table.format === 'csv' ? unneutralise : (cell) => cell,
      pictureFault: (source) => {
        const code = sourceFault(source, archive);
        return code && pictureErrors[code];
      },
      latestYear: latestYearOf(job),
    },
    tally: new Tally(),
    lacking: 0,
  };
}

/** A supplier's name for comparison; one without letters and digits is its own key. */
export function supplierKey(name: string): string {
  return partNumberKey(name) || name;
}
