import { batchOf, type Job } from './job.ts';
import { labelOf } from './read-row.ts';
import { faultyRows, findStaged, listFurtherRows } from './staging-store.ts';
import { insertFaults, listParts, type ImportPartRow } from './store.ts';

const atOnce = 1_000;

/** Names the rows of refused parts that have no fault of their own: another row of their part has. */
export async function nameLeftOut(job: Job, step: 'check' | 'apply'): Promise<void> {
  const { db } = job.shop;
  const { id } = job.row;
  for (let after = 0; ;) {
    const parts = await listParts(db, id, { after, most: atOnce, results: ['refused'] });
    const last = parts.at(-1)?.row;
    if (last === undefined) break;
    after = last;
    await nameRows(
      job,
      step,
      parts.map((part) => ({ row: part.row, part })),
    );
  }
  for (let after = ''; ;) {
    const rows = await listFurtherRows(db, id, { after, most: atOnce });
    const last = rows.at(-1)?.key;
    if (last === undefined) break;
    after = last;
    const parts = await findStaged(db, id, [...new Set(rows.map((one) => one.of))]);
    const refused = new Map(
      parts.filter(({ result }) => result === 'refused').map((part) => [part.row, part]),
    );
    await nameRows(
      job,
      step,
      rows.flatMap(({ row, of }) => {
        const part = refused.get(of);
        return part ? [{ row, part }] : [];
      }),
    );
  }
}

async function nameRows(
  job: Job,
  step: 'check' | 'apply',
  rows: readonly { readonly row: number; readonly part: ImportPartRow }[],
): Promise<void> {
  const { id, columns } = job.row;
  const column = columns.find(({ field }) => field === 'partNumber')?.header;
  await batchOf(job, async (tx) => {
    const named = await faultyRows(
      tx,
      id,
      rows.map(({ row }) => row),
    );
    await insertFaults(
      tx,
      id,
      step,
      rows
        .filter(({ row }) => !named.has(row))
        .map(({ row, part }) => ({
          row,
          column_name: column ?? labelOf('partNumber'),
          value: part.part_number ?? '',
          reason: 'Another row of this part cannot be used.',
        })),
    );
    return {};
  });
}
