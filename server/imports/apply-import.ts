import { uniqueIndexOf } from '#server/db/transaction.ts';
import type { ImportCounts } from '#contract/imports.ts';
import { applyParts } from './apply-parts.ts';
import { applyReplacements } from './apply-replacements.ts';
import { auditStep } from './audit-step.ts';
import { withoutSame, type PartsToCompare } from './compare-parts.ts';
import { batchOf, type Job } from './job.ts';
import { loadTypes } from './load-known.ts';
import { nameLeftOut } from './name-left-out.ts';
import { Pace } from './pace.ts';
import type { Settled } from './settle-part.ts';
import { listParts, type ImportPartRow } from './store.ts';

const mostAtOnce = 500;

/**
 * First new parts, for which nobody waits but who uses the only connection of the embedded engine, then those for which an order may have
 * to wait; and with them those that were the same at the check, which orders and edits may have changed since.
 */
const phases = [
  { results: ['add'], wantedMs: 250 },
  { results: ['change', 'archive', 'same'], wantedMs: 100 },
] as const;
const mostTries = 5;

/**
 * Writes a checked import into the shop, in small batches, each in a transaction of its own; goes on where it was left. Each part is
 * compared anew: orders and edits of meanwhile count, and what the shop would refuse by now is refused. Rejects as `batchOf` does.
 */
export async function applyImport(job: Job): Promise<void> {
  const { shop, row } = job;
  const types = await loadTypes(shop.db);
  const works = phases.map(({ results, wantedMs }) => ({
    results,
    pace: new Pace({ wantedMs, most: mostAtOnce }),
  }));
  let { done, phase, place } = row;
  let [ahead, tries] = [0, 0];
  for (let now = works[phase]; now !== undefined; now = works[phase]) {
    const { results, pace } = now;
    const most = Math.max(pace.size, ahead);
    const wanted = { after: place, most, results, step: 'checked' } as const;
    const parts = upToWritten(await listParts(shop.db, row.id, wanted), pace.size);
    try {
      const batch = await applyBatch(job, { parts, types, most: pace.size, done, phase });
      pace.took(batch.written, batch.writingMs);
      ahead = aheadOf(batch);
      ({ done, phase, place } = batch);
      tries = 0;
      if (batch.written > 0) shop.publicPagesChanged();
    } catch (error) {
      // Somebody took a number at this moment: compared again, that part is refused.
      tries += 1;
      if (uniqueIndexOf(error) === undefined || tries === mostTries) throw error;
    }
  }
  await applyReplacements(job);
  if (done.refused > row.found.refused) await nameLeftOut(job, 'apply');
  await finish(job);
}

/** Not beyond the last that is surely written now: what is the same after it would be compared once more in the next batch. */
function upToWritten(parts: readonly ImportPartRow[], most: number): readonly ImportPartRow[] {
  const last = parts.filter(({ result }) => result !== 'same')[most - 1];
  return last === undefined ? parts : parts.slice(0, parts.indexOf(last) + 1);
}

/** So many are looked at in the next batch where some were still the same: half more than in this one. Where none was, as many as are written. */
function aheadOf({ gone, written }: Onward): number {
  return gone === written ? 0 : Math.min(mostAtOnce, Math.ceil(gone * 1.5));
}

interface Batch extends PartsToCompare {
  /** Parts that are written at once. */
  readonly most: number;
  readonly done: ImportCounts;
  readonly phase: number;
}

/** Where the next batch begins, and what has been done until there; this one went through `gone` parts and wrote `written` of them. */
interface Onward {
  readonly done: ImportCounts;
  readonly phase: number;
  readonly place: number;
  readonly gone: number;
  readonly written: number;
  readonly writingMs: number;
}

/** Goes through these parts, the next ones of their phase, as far as so many have to be written. */
async function applyBatch(job: Job, { parts, types, most, done, phase }: Batch): Promise<Onward> {
  let [gone, written, writingMs] = [0, 0, 0];
  const onward = await batchOf(job, async (tx, now) => {
    const others = await withoutSame(tx, job, { parts, types });
    const next = others.slice(0, most);
    const place = (others.length > most ? next : parts).at(-1)?.row;
    if (place === undefined) return { done, phase: phase + 1, place: 0 };
    written = next.length;
    gone = parts.filter(({ row }) => row <= place).length;
    const counts = { ...done, same: done.same + gone - written };
    const since = performance.now();
    const applied = written === 0 ? [] : await applyParts(tx, job, { parts: next, types, now });
    writingMs = performance.now() - since;
    for (const { part, settled } of applied) count(counts, part, settled);
    return { done: counts, phase, place, steps: stepsOf(counts) };
  });
  return { ...onward, gone, written, writingMs };
}

function stepsOf({ added, changed, archived, same }: ImportCounts): number {
  return added + changed + archived + same;
}

function count(
  counts: { -readonly [Name in keyof ImportCounts]: number },
  { rows, result }: ImportPartRow,
  settled: Settled,
): void {
  if (settled.result === 'refused') counts.refused += rows;
  else if (settled.result === 'same') counts.same += 1;
  else if (result === 'archive') counts.archived += 1;
  else counts[settled.result === 'add' ? 'added' : 'changed'] += 1;
}

async function finish(job: Job): Promise<void> {
  await batchOf(job, async (tx, now) => {
    await auditStep(tx, job.row, 'import applied', now);
    return { state: 'applied', finished_at: now, worker: null, worked_until: null };
  });
  job.shop.publicPagesChanged();
}
