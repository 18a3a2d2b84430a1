import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnswerFor } from '#contract/api.ts';
import { mostLines } from '#contract/list-cell.ts';
import { linesOf } from '#contract/list-lines.ts';
import { refuse } from '#server/http/refusal.ts';
import { TableError } from '#server/imports/files/imported-table.ts';
import { openTable } from '#server/imports/files/open-table.ts';
import { makeFolder } from '#server/make-folder.ts';
import type { Shop } from '#server/shop.ts';

const mostBytes = 1_000_000;
/** A list has fewer lines; above and between them may stand other things. */
const mostRows = mostLines * 4;

/** The lines of a table. Refuses with `too_large`, or with `file_not_accepted` and why. */
export async function readListFile(
  { importFolder }: Pick<Shop, 'importFolder'>,
  bytes: Uint8Array,
): Promise<AnswerFor<'readListFile'>> {
  if (bytes.byteLength > mostBytes) refuse('too_large');
  makeFolder(importFolder);
  const place = path.join(importFolder, `list-${randomUUID()}`);
  try {
    await writeFile(place, bytes, { mode: 0o600, flag: 'wx' });
    return linesOf(await readRows(place));
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    refuse('file_not_accepted', { details: { code: error.code, reason: error.message } });
  } finally {
    await rm(place, { force: true });
  }
}

async function readRows(place: string): Promise<readonly (readonly string[])[]> {
  const table = await openTable(place, { name: '' });
  const rows: (readonly string[])[] = [table.header];
  for await (const { cells } of table.rows()) {
    if (rows.push(cells) > mostRows) break;
  }
  return rows;
}
