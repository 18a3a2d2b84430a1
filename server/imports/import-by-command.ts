import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import {
  archiveLimits,
  importGuards,
  importLimits,
  type ImportGuardName,
} from '#contract/import-fields.ts';
import { ImportTicks, ImportUpload } from '#contract/imports.ts';
import { Refusal } from '#server/http/refusal.ts';
import { makeFolder } from '#server/make-folder.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { beginApply, beginCheck } from './import-steps.ts';
import type { ImportShop } from './job.ts';
import { startImport } from './start-import.ts';
import { findImport, listFaults, type ImportRow } from './store.ts';
import { workOnImports } from './work-on-imports.ts';

/** What a command prints, and whether it failed. */
interface Output {
  readonly lines: readonly string[];
  readonly failed: boolean;
}

const mostFaults = 20;
const pollMs = 300;

const importUsage =
  'Usage: npm run import -- FILE [--supplier NAME] [--apply] [--archive-missing] [--add-to-lists] [--tick price] [--tick stock] [--tick archive] [--sheet NAME] [--delimiter ";"] [--encoding windows-1252] [--pictures ARCHIVE.zip]';
const exportUsage = 'Usage: npm run export -- FILE.csv | FILE.xlsx';

const options = {
  supplier: { type: 'string' },
  sheet: { type: 'string' },
  delimiter: { type: 'string' },
  encoding: { type: 'string' },
  pictures: { type: 'string' },
  apply: { type: 'boolean', default: false },
  'archive-missing': { type: 'boolean', default: false },
  'add-to-lists': { type: 'boolean', default: false },
  tick: { type: 'string', multiple: true },
} as const;

/** Imports a file for the operator with the columns as they are guessed: checks it and, if that is asked for, applies it. */
export function importByCommand(shop: ImportShop, args: readonly string[]): Promise<Output> {
  return told(importUsage, async () => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const {
      apply,
      tick = [],
      pictures: archive,
      'archive-missing': archives,
      'add-to-lists': adds,
      ...reading
    } = values;
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) return undefined;
    const upload = z.parse(ImportUpload, {
      name: path.basename(file),
      ...(archive !== undefined && { pictures: path.basename(archive) }),
      ...reading,
    });
    const { ticks } = z.parse(ImportTicks, { ticks: tick });
    const id = await startImport(shop, 'command line', {
      upload,
      file: await copied(shop, file, importLimits.bytes),
      ...(archive !== undefined && {
        pictures: await copied(shop, archive, archiveLimits.unpacked),
      }),
    });
    const step = { shop, actor: 'command line', id } as const;
    const { columns, settings } = await importOf(shop, id);
    await beginCheck(step, {
      fields: columns.map(({ field }) => field),
      settings: {
        ...settings,
        missing: archives ? 'archive' : 'keep',
        lists: adds ? 'add' : 'replace',
      },
    });
    const checked = await over(shop, id);
    const lines = [...columnLines(checked), ...(await outcomeOf(shop, checked))];
    if (checked.state !== 'checked') return { lines, failed: true };
    const missing = checked.guards.filter(({ guard }) => !ticks.includes(guard));
    if (!apply)
      return { lines: [...lines, 'Nothing has been changed. --apply does it.'], failed: false };
    if (missing.length > 0) return { lines: [...lines, 'Nothing has been changed.'], failed: true };
    await beginApply(step, { ticks, check: checked.checks });
    const applied = await over(shop, id);
    const isDone = applied.state === 'applied';
    const end = isDone ? `Applied: ${countsOf(applied.done)}.` : `It is ${applied.state}.`;
    return { lines: [...lines, end, 'It can be undone in the dashboard.'], failed: !isDone };
  });
}

/** Writes all parts into a file that an import reads. */
export function exportByCommand(shop: ImportShop, args: readonly string[]): Promise<Output> {
  return told(exportUsage, async () => {
    const [file = ''] = args;
    const format = /\.(csv|xlsx)$/i.exec(file)?.[1]?.toLowerCase();
    if (args.length !== 1 || (format !== 'csv' && format !== 'xlsx')) return undefined;
    const pieces = Readable.from(exportCatalogue(shop.db, format), { objectMode: false });
    await pipeline(pieces, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return { lines: [`All parts are in ${file}.`], failed: false };
  });
}

/** What was refused, and what cannot be opened, as sentences. */
async function told(usage: string, work: () => Promise<Output | undefined>): Promise<Output> {
  try {
    return (await work()) ?? { lines: [usage], failed: true };
  } catch (error) {
    if (error instanceof Refusal) {
      const { reason } = error.details;
      return {
        lines: [error.message, ...(typeof reason === 'string' ? [reason] : [])],
        failed: true,
      };
    }
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('ERR_PARSE_ARGS') || error instanceof z.core.$ZodError)
      return { lines: [usage], failed: true };
    if (code !== undefined && /^E[A-Z]+$/.test(code)) return { lines: [message], failed: true };
    throw error;
  }
}

/** The operator's file stays where it is. */
async function copied({ importFolder }: ImportShop, file: string, most: number) {
  const { size } = await stat(file);
  if (size > most) throw new Refusal('too_large');
  makeFolder(importFolder);
  const place = path.join(importFolder, `upload-${randomUUID()}`);
  await copyFile(file, place);
  return { path: place, bytes: size };
}

async function importOf({ db }: ImportShop, id: string): Promise<ImportRow> {
  return (await findImport(db, id)) ?? Promise.reject(new Refusal('import_not_found'));
}

/** The import when nobody works on it any more; a copy of the shop may be faster. */
async function over(shop: ImportShop, id: string): Promise<ImportRow> {
  for (;;) {
    await workOnImports(shop, new AbortController().signal);
    const row = await importOf(shop, id);
    if (row.state !== 'checking' && row.state !== 'applying') return row;
    await sleep(pollMs);
  }
}

function columnLines({ columns }: ImportRow): string[] {
  return columns.map(({ header, field }) => `${header} → ${field ?? 'left out'}`);
}

async function outcomeOf({ db }: ImportShop, row: ImportRow): Promise<string[]> {
  const { rows: faults } = await listFaults(db, row.id, { limit: mostFaults });
  const more = row.found.refused > mostFaults ? ['More of them are in the dashboard.'] : [];
  return [
    ...(row.failure === null ? [] : [row.failure]),
    `${row.found.rows} rows: ${countsOf(row.found)}.`,
    ...faults.map(
      (fault) => `row ${fault.row}, ${fault.column_name}: '${fault.value}' ${fault.reason}`,
    ),
    ...more,
    ...row.guards.map(({ guard, count }) => guardLine(guard, count)),
  ];
}

function countsOf({ added, changed, same, archived, refused }: ImportRow['found']): string {
  return `${added} new parts, ${changed} changed, ${same} the same, ${archived} missing, ${refused} rows that cannot be used`;
}

function guardLine(guard: ImportGuardName, count: number): string {
  return `Needs --tick ${guard}: ${importGuards[guard]} (${count})`;
}
