import { errors } from '#contract/errors.ts';
import { refuseLoop } from '#server/parts/replacements.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Database } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import { noteApplied } from './applied-store.ts';
import { idsOf, withReplacement } from './check-replacements.ts';
import { batchOf, type Job } from './job.ts';
import { loadParts } from './load-parts.ts';
import { isAsLeft, noteOfState } from './left-state.ts';
import type { StoredPart } from './part-state.ts';
import { labelOf } from './read-row.ts';
import { insertFaults, type FaultRow, type ImportPartRow } from './store.ts';
import type { WantedPart } from './wanted-part.ts';
import { writeParts } from './write-parts.ts';

/** Fewer than parts at once: each chain is walked. */
const partsAtOnce = 50;

/** Says of parts of the import what replaces them, when all that could replace them are in the shop. */
export async function applyReplacements(job: Job): Promise<void> {
  const { shop, row } = job;
  for (let after = row.phase === 2 ? row.place : 0; ;) {
    const parts = (await withReplacement(shop.db, row.id, after)).slice(0, partsAtOnce);
    const last = parts.at(-1)?.row;
    if (last === undefined) return;
    after = last;
    await batchOf(job, async (tx, now) => {
      await replaceSome(
        tx,
        row.id,
        parts.filter(({ step }) => step === 'applied'),
        now,
      );
      return { place: last };
    });
    shop.publicPagesChanged();
  }
}

async function replaceSome(
  tx: Database,
  id: string,
  parts: readonly ImportPartRow[],
  now: Date,
): Promise<void> {
  const ids = await idsOf(
    tx,
    parts.map((part) => part.replacement_key ?? ''),
  );
  const targets = parts.map((part) => ids.get(part.replacement_key ?? ''));
  // With those that replace them, all in one order: as an edit locks them.
  const all = [...parts.map((part) => part.part_id), ...targets].filter((one) => !!one);
  const there = await loadParts(tx, all as string[], true);
  const vehicles = await vehiclesOf(tx);
  const faults: FaultRow[] = [];
  for (const [at, part] of parts.entries()) {
    const stored = there.get(part.part_id ?? '');
    const target = targets[at];
    if (stored === undefined || stored.state.replacedBy === target) continue;
    const reason = isAsLeft(stored.state, part.digest, vehicles)
      ? await refusalOf(tx, stored.id, target)
      : changedSince;
    if (reason === undefined && target !== undefined)
      await replace(tx, { id, part, stored, target, now });
    else
      faults.push({
        row: part.row,
        column_name: labelOf('replacedBy'),
        value: valueOf(part),
        reason: reason ?? '',
      });
  }
  await insertFaults(tx, id, 'apply', faults);
}

/** With what is left alone that somebody has edited meanwhile. */
export const changedSince = 'This part was changed after the import.';

/** Why this part may not replace that one, as a sentence; undefined if it may. */
export async function refusalOf(
  tx: Database,
  id: string,
  target: string | undefined,
): Promise<string | undefined> {
  if (target === undefined) return errors.replacement_unknown[1];
  try {
    await refuseLoop(tx, id, target);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function valueOf({ facts }: ImportPartRow): string {
  return (facts as WantedPart).replacedBy ?? '';
}

interface Replacement {
  /** The import's. */
  readonly id: string;
  readonly part: ImportPartRow;
  readonly stored: StoredPart;
  readonly target: string;
  readonly now: Date;
}

async function replace(
  tx: Database,
  { id, part, stored, target, now }: Replacement,
): Promise<void> {
  const state = { ...stored.state, replacedBy: target };
  await writeParts(
    tx,
    [{ id: stored.id, state, isNew: false, openingStock: 0, hasNewWords: false, lists: new Set() }],
    now,
  );
  const replacedBy: [unknown, unknown] = [stored.state.replacedBy, target];
  const changes = part.changes && { ...part.changes, replacedBy };
  await noteApplied(tx, id, [
    { ...part, changes, digest: noteOfState(state, await vehiclesOf(tx)) },
  ]);
}
