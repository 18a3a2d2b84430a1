import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnswerFor } from '#contract/api.ts';
import { longestNumber, mostLines } from '#contract/list-limits.ts';
import { linesOf } from '#contract/list-lines.ts';
import { refuse } from '#server/http/refusal.ts';
import { TableError } from '#server/imports/files/imported-table.ts';
import { openTable } from '#server/imports/files/open-table.ts';
import { makeFolder } from '#server/make-folder.ts';
import type { Shop } from '#server/shop.ts';
import { workQueue } from '#server/work-queue.ts';

/** What is read of a file: anybody may send one. */
const most = {
  bytes: 1_000_000,
  unpacked: 10_000_000,
  /** A list has fewer lines; above and between them may stand other things. */
  rows: mostLines * 4,
  columns: 40,
  /** Of a cell: longer ones are no numbers. */
  characters: longestNumber * 4,
  /** Of all cells: a small workbook may repeat a long text very often. */
  allCharacters: 5_000_000,
};

const inTurn = workQueue({ atOnce: 1, waiting: 50, waitingOfGroup: 12, patienceMs: 10_000 });

/** The lines of a table. Refuses with `too_large`, or with `file_not_accepted` and why; rejects with `QueueFull` when too many wait, of one network or of all. */
export async function readListFile(
  { importFolder }: Pick<Shop, 'importFolder'>,
  { bytes, network }: { readonly bytes: Uint8Array; readonly network: string },
): Promise<AnswerFor<'readListFile'>> {
  if (bytes.byteLength > most.bytes) refuse('too_large');
  makeFolder(importFolder);
  const place = path.join(importFolder, `list-${randomUUID()}`);
  return inTurn(
    async () => {
      try {
        await writeFile(place, bytes, { mode: 0o600, flag: 'wx' });
        return await readLines(place);
      } catch (error) {
        if (!(error instanceof TableError)) throw error;
        return refuse('file_not_accepted', {
          details: { code: error.code, reason: error.message },
        });
      } finally {
        await rm(place, { force: true });
      }
    },
    { group: network },
  );
}

async function readLines(place: string): Promise<AnswerFor<'readListFile'>> {
  const table = await openTable(place, { name: '', unpacked: most.unpacked });
  const rows = [cut(table.header)];
  const numbers = [1];
  let characters = 0;
  for await (const { row, cells } of table.rows()) {
    characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (characters > most.allCharacters) refuseLength();
    rows.push(cut(cells));
    numbers.push(row);
    if (rows.length > most.rows) break;
  }
  const { lines, skipped } = linesOf(rows);
  return {
    lines,
    skipped: skipped.map((one) => ({ ...one, row: numbers[one.row - 1] ?? one.row })),
  };
}

/** Copies, because a piece of a long text keeps all of it in memory. */
function cut(cells: readonly string[]): readonly string[] {
  return cells
    .slice(0, most.columns)
    .map((cell) =>
      cell.length > most.characters ? structuredClone(cell.slice(0, most.characters)) : cell,
    );
}

function refuseLength(): never {
  throw new TableError(
    'file_too_large_inside',
    'The table has very long texts. Leave only the columns with the numbers and the quantities.',
  );
}
