import { changedSince, refusalOf } from './apply-replacements.ts';
import { noteUndone } from './applied-store.ts';
import { auditStep } from './audit-step.ts';
import { supplierKey } from './check-import.ts';
import { findCountedSince } from './counted-since.ts';
import { batchOf, type Job } from './job.ts';
import { loadKnown } from './load-known.ts';
import { loadParts } from './load-parts.ts';
import { Pace } from './pace.ts';
import { isAsLeft } from './left-state.ts';
import {
  hasFactsOf,
  stateBefore,
  type Changes,
  type PartState,
  type StoredPart,
} from './part-state.ts';
import { takenNumbers } from './part-faults.ts';
import type { Known } from './settle-part.ts';
import { insertFaults, listParts, type FaultRow, type ImportPartRow } from './store.ts';
import { dropLinks, forgetSupplied, giveBackLinks, listLinked } from './supplier-links.ts';
import {
  hasWordFacts,
  moveStocks,
  noteOfImport,
  writeParts,
  type PartToWrite,
} from './write-parts.ts';
import { errors } from '#contract/errors.ts';
import type { Database } from '#server/shop.ts';

/** First what was changed gets its facts back, then what was added goes: until then it may stand for something. */
const phases = [['change', 'archive'], ['add']] as const;
/** Then the supplier's numbers lead where they led before: of two parts that swapped theirs both lose them first. */
const linkPhases = [dropLinks, giveBackLinks] as const;
const linksAtOnce = 1_000;

/**
 * Takes back what an import changed, in small batches, each in a transaction of its own; goes on where it was left. A part that is not
 * as the import left it, whose stock was counted since, or of whose new pieces too many are ordered, stays and is named. Rejects as
 * `batchOf` does.
 */
export async function undoImport(job: Job): Promise<void> {
  const pace = new Pace({ wantedMs: 100, most: 1_000 });
  let { phase, place } = job.row;
  for (let results = phases[phase]; results !== undefined; results = phases[phase]) {
    const wanted = { after: place, most: pace.size, results, step: 'applied' as const };
    const parts = await listParts(job.shop.db, job.row.id, wanted);
    const next = parts.at(-1)?.row;
    const since = performance.now();
    const then = next === undefined ? { phase: phase + 1, place: 0 } : { phase, place: next };
    await undoBatch(job, parts, then);
    ({ phase, place } = then);
    pace.took(parts.length, performance.now() - since);
    job.shop.publicPagesChanged();
  }
  await restoreLinks(job, { phase, place });
  await batchOf(job, async (tx, now) => {
    await auditStep(tx, job.row, 'import undone', now);
    // The moment when it was applied stays: by that it is one of the last five.
    return { state: 'undone', worker: null, worked_until: null };
  });
}

async function restoreLinks(job: Job, from: { phase: number; place: number }): Promise<void> {
  const { id, supplier } = job.row;
  if (supplier === null) return;
  for (let { phase, place } = from; ;) {
    const restore = linkPhases[phase - phases.length];
    if (restore === undefined) return;
    const parts = await listLinked(job.shop.db, id, { after: place, most: linksAtOnce });
    const next = parts.at(-1)?.row;
    const then = next === undefined ? { phase: phase + 1, place: 0 } : { phase, place: next };
    await batchOf(job, async (tx) => {
      await restore(tx, supplierKey(supplier), parts);
      return then;
    });
    ({ phase, place } = then);
  }
}

async function undoBatch(
  job: Job,
  parts: readonly ImportPartRow[],
  then: { phase: number; place: number },
): Promise<void> {
  const { row } = job;
  await batchOf(job, async (tx, now) => {
    const faults = await undoParts(tx, job, parts, now);
    await insertFaults(tx, row.id, 'undo', faults);
    const { steps, not_undone } = await tx
      .selectFrom('imports')
      .select(['steps', 'not_undone'])
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    return { ...then, steps: steps + parts.length, not_undone: not_undone + faults.length };
  });
}

/** A part of the import with what it is to be again. */
interface Reversal {
  readonly part: ImportPartRow;
  readonly stored: StoredPart;
  readonly state: PartState;
}

async function undoParts(
  tx: Database,
  { row }: Job,
  parts: readonly ImportPartRow[],
  now: Date,
): Promise<FaultRow[]> {
  const ids = parts.flatMap((part) => (part.part_id === null ? [] : [part.part_id]));
  const there = await loadParts(tx, ids, true);
  const reversals = parts.flatMap((part): Reversal[] => {
    const stored = there.get(part.part_id ?? '');
    return stored ? [{ part, stored, state: stateBeforeImport(part, stored.state) }] : [];
  });
  const known = await knownOf(tx, reversals);
  const counted = await findCountedSince(tx, row, parts);
  const right: Reversal[] = [];
  const faults: FaultRow[] = [];
  for (const reversal of reversals) {
    const isCounted = counted.has(reversal.stored.id);
    const reason = isCounted ? changedSince : await refusal(tx, reversal, known);
    if (reason === undefined) right.push(reversal);
    else faults.push(faultOf(reversal, reason));
  }
  await writeParts(tx, right.filter(hasFacts).map(asWritten), now);
  const moves = right.filter(({ part }) => part.stock_change !== 0);
  await moveStocks(
    tx,
    moves.map(({ part, stored }) => ({
      partId: stored.id,
      change: -part.stock_change,
      reason: 'adjustment',
    })),
    { actor: row.doer, note: `${noteOfImport(row.name)} undone`, now },
  );
  await noteUndone(
    tx,
    row.id,
    right.map(({ part }) => part.row),
  );
  const added = right.filter(({ part }) => part.result === 'add');
  await forgetSupplied(
    tx,
    added.map(({ stored }) => stored.id),
  );
  return faults;
}

/** A part that was added leaves the shop: its row stays, because the ledger refers to it, but its numbers are free again. */
function stateBeforeImport({ result, changes }: ImportPartRow, state: PartState): PartState {
  return result === 'add'
    ? { ...state, deleted: true, partNumber: null, replacedBy: null, numbers: [], fitments: [] }
    : stateBefore(state, changes ?? {});
}

function knownOf(tx: Database, reversals: readonly Reversal[]): Promise<Known> {
  const wanted = reversals.map(({ state }) => ({
    ...(state.partNumber === null ? {} : { partNumber: state.partNumber }),
    numbers: [...state.numbers],
    image: state.image,
    pictures: [...state.pictures],
  }));
  return loadKnown(tx, wanted, {
    types: new Map(),
    supplier: null,
    latestYear: Infinity,
    lock: 'pictures',
  });
}

async function refusal(
  tx: Database,
  { part, stored, state }: Reversal,
  known: Known,
): Promise<string | undefined> {
  if (!isAsLeft(stored.state, part.digest, known.vehicles)) return changedSince;
  if (stored.inStock < part.stock_change)
    return 'Too many of the pieces that came with the import are ordered.';
  if (takenNumbers(state, stored.id, known).length > 0) return errors.number_taken[1];
  const changes = (part.changes ?? {}) as Changes;
  if ((changes['image'] || changes['pictures']) && !hasPictures(state, known))
    return 'A picture that the part had is deleted.';
  if (changes['replacedBy'] && state.replacedBy !== null)
    return refusalOf(tx, stored.id, state.replacedBy);
  return undefined;
}

/** Pictures that belong to the shop's pages are never deleted. */
function hasPictures({ image, pictures }: PartState, { images }: Known): boolean {
  const shown = [image, ...pictures.map((picture) => picture.image)];
  return shown.every((one) => images.has(one) || one.startsWith('/pictures/'));
}

function hasFacts({ part: { result, changes } }: Reversal): boolean {
  return result === 'add' || hasFactsOf(changes);
}

function asWritten({ part, stored, state }: Reversal): PartToWrite {
  const isAdded = part.result === 'add';
  const changed = (['numbers', 'pictures', 'fitments'] as const).filter((list) =>
    isAdded ? list !== 'pictures' : part.changes?.[list] !== undefined,
  );
  return {
    id: stored.id,
    state,
    isNew: false,
    openingStock: 0,
    hasNewWords: isAdded || hasWordFacts(Object.keys(part.changes ?? {})),
    lists: new Set(changed),
  };
}

function faultOf({ part, stored }: Reversal, reason: string): FaultRow {
  const value = stored.state.partNumber ?? stored.state.name;
  return { row: part.row, column_name: 'Part number', value, reason };
}
