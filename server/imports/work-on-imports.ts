import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { idPattern } from '#contract/fields.ts';
import { inTransaction, isUnavailable } from '#server/db/transaction.ts';
import { applyImport } from './apply-import.ts';
import { auditStep } from './audit-step.ts';
import { checkImport } from './check-import.ts';
import { TableError } from '#server/imports/files/imported-table.ts';
import { openTable } from '#server/imports/files/open-table.ts';
import {
  ImportStopped,
  LeaseLost,
  leaseMs,
  ShopCloses,
  whileRenewing,
  type ImportShop,
  type Job,
} from './job.ts';
import { claimImport } from './claim-import.ts';
import { updateOwnImport, type ImportRow } from './store.ts';
import { openPictureArchive } from '#server/imports/pictures/picture-archive.ts';
import { PictureError } from '#server/imports/pictures/picture-error.ts';
import { takePictures } from '#server/imports/pictures/take-pictures.ts';
import { undoImport } from './undo-import.ts';

/**
 * Does what imports wait for: checks, applies, undoes, one after the other, until there is none. All copies may run it; an import
 * whose copy has gone is taken over when its lease has passed. Begins nothing new once `ending` is aborted.
 */
export async function workOnImports(shop: ImportShop, ending: AbortSignal): Promise<void> {
  const failed: unknown[] = [];
  for (;;) {
    if (ending.aborted) break;
    const worker = randomUUID();
    const now = shop.clock.now();
    const row = await claimImport(shop.db, {
      worker,
      now,
      until: new Date(now.getTime() + leaseMs),
      ...(await filesIn(shop.importFolder)),
    });
    if (row === undefined) break;
    try {
      await doStep({ shop, row, worker, ending });
    } catch (error) {
      failed.push(error);
      break;
    }
  }
  if (failed.length > 0) throw failed[0];
}

/** The imports whose files this copy has, and those whose archives of pictures. */
async function filesIn(folder: string): Promise<{ files: string[]; archives: string[] }> {
  const names = await readdir(folder).catch((): string[] => []);
  const archives = names.filter((name) => name.endsWith('.zip')).map((name) => name.slice(0, -4));
  return {
    files: names.filter((name) => idPattern.test(name)),
    archives: archives.filter((name) => idPattern.test(name)),
  };
}

async function doStep(job: Job): Promise<void> {
  try {
    await steps[job.row.state]?.(job);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (error instanceof ImportStopped) return stop(job);
    if (error instanceof TableError || error instanceof PictureError) return fail(job, error);
    const isOurs = !(error instanceof ShopCloses || isUnavailable(error));
    await leave(job, job.row.attempts + (isOurs ? 1 : 0)).catch(() => undefined);
    if (!(error instanceof ShopCloses)) throw error;
  }
}

/** Somebody goes on at once; but after so many failures nobody does, so that others get their turn. */
async function leave(job: Job, attempts: number): Promise<void> {
  const { shop } = job;
  if (attempts < mostAttempts) {
    const change = { worked_until: shop.clock.now(), attempts };
    await updateOwnImport(shop.db, own(job), change);
  } else if (job.row.state === 'checking') await fail(job, { message: gaveUp });
  else await stop(job, gaveUp);
}

const mostAttempts = 5;
const gaveUp = `The shop could not go on with it after ${mostAttempts} tries; its log says why.`;

const steps: Partial<Record<ImportRow['state'], (job: Job) => Promise<void>>> = {
  async checking(job) {
    const { shop, row } = job;
    // A large workbook takes long to be opened, and long chains of replacements to be looked through.
    await whileRenewing(job, async () => {
      const table = await openTable(fileOf(shop, row.id), readingOf(row));
      const archive =
        row.archive === null ? undefined : await openPictureArchive(archiveOf(shop, row.id));
      await checkImport(job, table, archive).finally(() => archive?.close());
    });
  },
  async applying(job) {
    await takePictures(job, archiveOf(job.shop, job.row.id));
    await applyImport(job);
  },
  undoing: undoImport,
};

/** Where the file of an import is until it is applied. */
export function fileOf({ importFolder }: Pick<ImportShop, 'importFolder'>, id: string): string {
  return path.join(importFolder, id);
}

/** Where the archive of its pictures is until they are taken. */
export function archiveOf(shop: Pick<ImportShop, 'importFolder'>, id: string): string {
  return `${fileOf(shop, id)}.zip`;
}

function readingOf({ name, file: { sheet, delimiter, encoding } }: ImportRow) {
  return {
    name,
    encoding,
    ...(sheet === null ? {} : { sheet }),
    ...(delimiter === null ? {} : { delimiter }),
  } as Parameters<typeof openTable>[1];
}

function own({ row, worker }: Job) {
  return { id: row.id, worker };
}

const freed = { worker: null, worked_until: null, stopping: false } as const;

/** A check begins anew later; what has been applied stays, and can be undone. */
async function stop(job: Job, failure: string | null = null): Promise<void> {
  const { shop, row } = job;
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    const state = row.state === 'checking' ? 'columns' : 'stopped';
    const change = {
      ...freed,
      state,
      failure,
      ...(state === 'stopped' ? { finished_at: row.finished_at ?? now } : {}),
    } as const;
    if (!(await updateOwnImport(tx, own(job), change))) return;
    if (state === 'stopped') await auditStep(tx, row, 'import stopped', now);
  });
}

async function fail(
  job: Job,
  {
    message,
    row,
    column,
  }: { message: string; row?: number | undefined; column?: number | undefined },
): Promise<void> {
  const place = [
    ...(row === undefined ? [] : [`row ${row}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
  ].join(', ');
  const failure = place === '' ? message : `${message} (${place})`;
  await updateOwnImport(job.shop.db, own(job), { ...freed, state: 'failed', failure });
}
