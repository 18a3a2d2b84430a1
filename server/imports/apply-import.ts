import { uniqueIndexOf } from '#server/db/transaction.ts';
import { keepReplacedImages } from '#server/images/store.ts';
import { newId } from '#server/db/new-id.ts';
import type { ImportCounts } from '#contract/imports.ts';
import { applyReplacements } from './apply-replacements.ts';
import { noteApplied, type AppliedPart } from './applied-store.ts';
import { supplierKey } from './check-import.ts';
import { auditStep } from './audit-step.ts';
import { batchOf, latestYearOf, type Job } from './job.ts';
import { loadKnown, loadTypes } from './load-known.ts';
import { nameLeftOut } from './name-left-out.ts';
import { Pace } from './pace.ts';
import { eachPartOnce } from './each-part-once.ts';
import { digestOf, hasFactsOf } from './part-state.ts';
import { labelOf } from './read-row.ts';
import { addLacking } from '#server/imports/pictures/pictures-store.ts';
import { keepingPictures, withTakenPictures } from '#server/imports/pictures/taken-pictures.ts';
import { settlePart, type Known, type Settled } from './settle-part.ts';
import { withinGuards } from './tally.ts';
import { insertFaults, listParts, type FaultRow, type ImportPartRow } from './store.ts';
import { noteSupplied } from './supplier-links.ts';
import type { Fault, WantedPart } from './wanted-part.ts';
import {
  hasWordFacts,
  moveStocks,
  storeBrands,
  writeParts,
  type PartToWrite,
} from './write-parts.ts';
import type { Database } from '#server/shop.ts';

const mostAtOnce = 500;

/**
 * First new parts, for which nobody waits but who uses the only connection of the embedded engine, then those for which an order may have
 * to wait.
 */
const phases = [
  { results: ['add'], wantedMs: 250 },
  { results: ['change', 'archive'], wantedMs: 100 },
] as const;
const mostTries = 5;

/**
 * Writes a checked import into the shop, in small batches, each in a transaction of its own; goes on where it was left. Each part is
 * compared anew: orders and edits of meanwhile count, and what the shop would refuse by now is refused. Rejects as `batchOf` does.
 */
export async function applyImport(job: Job): Promise<void> {
  const { shop, row } = job;
  const types = await loadTypes(shop.db);
  const paces = phases.map(({ wantedMs }) => new Pace({ wantedMs, most: mostAtOnce }));
  let { done, phase, place } = row;
  let tries = 0;
  for (let now = phases[phase]; now !== undefined; now = phases[phase]) {
    const pace = paces[phase];
    const parts = await listParts(shop.db, row.id, {
      after: place,
      most: pace?.size ?? mostAtOnce,
      results: now.results,
      step: 'checked',
    });
    const next = parts.at(-1)?.row;
    const onward = next === undefined ? { phase: phase + 1, place: 0 } : { phase, place: next };
    try {
      const since = performance.now();
      done = await applyBatch(job, { parts, types, done, onward });
      pace?.took(parts.length, performance.now() - since);
      ({ phase, place } = onward);
      tries = 0;
    } catch (error) {
      // Somebody took a number at this moment: compared again, that part is refused.
      tries += 1;
      if (uniqueIndexOf(error) === undefined || tries === mostTries) throw error;
    }
    shop.publicPagesChanged();
  }
  await applyReplacements(job);
  if (done.refused > row.found.refused) await nameLeftOut(job, 'apply');
  await finish(job);
}

interface Batch {
  readonly parts: readonly ImportPartRow[];
  readonly types: Known['types'];
  readonly done: ImportCounts;
  /** Where the next one begins. */
  readonly onward: { readonly phase: number; readonly place: number };
}

async function applyBatch(job: Job, { parts, types, done, onward }: Batch): Promise<ImportCounts> {
  const counts = { ...done };
  await batchOf(job, async (tx, now) => {
    Object.assign(counts, done);
    if (parts.length === 0) return onward;
    const applied = await applyParts(tx, job, { parts, types, now });
    for (const { part, settled } of applied) count(counts, part, settled);
    return { ...onward, steps: counts.added + counts.changed + counts.archived, done: counts };
  });
  return counts;
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

interface Comparison {
  readonly part: ImportPartRow;
  readonly settled: Settled;
  /** Pictures that could not be had. */
  readonly lacking: readonly Fault[];
  readonly id: string;
}

async function applyParts(
  tx: Database,
  job: Job,
  { parts, types, now }: Pick<Batch, 'parts' | 'types'> & { now: Date },
): Promise<Comparison[]> {
  const { row } = job;
  const pictured = await withTakenPictures(
    tx,
    row.id,
    parts.map((part) => part.facts as WantedPart),
  );
  const wanted = pictured.map((part) => part.wanted);
  const brands = wanted.flatMap(({ brand }) => (brand ? [brand] : []));
  await storeBrands(tx, brands);
  const supplier = row.supplier === null ? null : supplierKey(row.supplier);
  const known = await loadKnown(tx, wanted, {
    types,
    supplier,
    latestYear: latestYearOf(job),
    lock: 'all',
  });
  const all = parts.map((part, at): Comparison => {
    const pictures = pictured[at] ?? { wanted: {}, lacking: [] };
    const settled = withinGuards(
      settlePart(keepingPictures(pictures, known), known, row.settings),
      row.guards,
    );
    const { lacking } = pictures;
    return { part, settled, lacking, id: settled.part?.id ?? newId(now) };
  });
  const compared = eachPartOnce(all);
  const right = compared.filter(({ settled }) => settled.result !== 'refused');
  await writeParts(tx, right.filter(hasFacts).map(asWritten), now);
  await keepReplacedImages(tx, right.flatMap(replacedImages), now);
  await moveStocks(
    tx,
    right
      .filter(({ settled }) => settled.stockChange !== 0)
      .map(({ id, settled }) => ({
        partId: id,
        change: settled.stockChange,
        reason: settled.part ? 'adjustment' : 'opening',
      })),
    { actor: row.doer, note: `Import of ${row.name}`, now },
  );
  const supplied = right.map(({ id, part }) => ({ id, wanted: part.facts as WantedPart }));
  const links =
    supplier === null
      ? undefined
      : await noteSupplied(tx, { key: supplier, name: row.supplier ?? '' }, supplied);
  await noteApplied(
    tx,
    row.id,
    compared.map((one) => ({ ...asApplied(one), link_before: links?.get(one.id) ?? null })),
  );
  await insertFaults(tx, row.id, 'apply', compared.flatMap(faultsOf));
  await addLacking(tx, row.id, compared.flatMap(({ lacking }) => lacking).length);
  return compared;
}

function hasFacts({ settled: { part, changes } }: Comparison): boolean {
  return part === undefined || hasFactsOf(changes);
}

const lists = ['numbers', 'pictures', 'fitments'] as const;

function asWritten({
  id,
  settled: { part, state, changes, stockChange },
}: Comparison): PartToWrite {
  return {
    id,
    state,
    isNew: part === undefined,
    hasNewWords: part === undefined || hasWordFacts(Object.keys(changes ?? {})),
    openingStock: part === undefined ? stockChange : 0,
    lists: new Set(lists.filter((list) => changes?.[list] !== undefined)),
  };
}

function asApplied({ part, settled, id }: Comparison): Omit<AppliedPart, 'link_before'> {
  const isRefused = settled.result === 'refused';
  return {
    row: part.row,
    part_id: isRefused ? (settled.part?.id ?? null) : id,
    result: part.result === 'archive' && settled.result === 'change' ? 'archive' : settled.result,
    changes: settled.changes,
    stock_change: isRefused ? 0 : settled.stockChange,
    digest: isRefused ? null : digestOf(settled.state),
  };
}

/** What parts showed before. */
function replacedImages({ settled: { part, changes } }: Comparison): string[] {
  const { image, pictures = [] } = part?.state ?? {};
  return [
    ...(image !== undefined && changes?.['image'] ? [image] : []),
    ...(changes?.['pictures'] ? pictures.map((picture) => picture.image) : []),
  ];
}

function faultsOf({ part: { row, facts }, settled, lacking }: Comparison): FaultRow[] {
  const values = new Map(Object.entries(facts));
  return [...settled.faults, ...lacking].map(({ field, value, reason }) => ({
    row,
    column_name: labelOf(field),
    value: value ?? String(values.get(field) ?? ''),
    reason,
  }));
}

async function finish(job: Job): Promise<void> {
  await batchOf(job, async (tx, now) => {
    await auditStep(tx, job.row, 'import applied', now);
    return { state: 'applied', finished_at: now, worker: null, worked_until: null };
  });
  job.shop.publicPagesChanged();
}
