import { keepReplacedImages } from '#server/images/store.ts';
import { newId } from '#server/db/new-id.ts';
import { addLacking } from '#server/imports/pictures/pictures-store.ts';
import { findDealtWith, noteApplied, type AppliedPart } from './applied-store.ts';
import { compareParts, type PartsToCompare } from './compare-parts.ts';
import { eachPartOnce } from './each-part-once.ts';
import type { Job } from './job.ts';
import { noteOfState } from './left-state.ts';
import { hasFactsOf } from './part-state.ts';
import { labelOf } from './read-row.ts';
import type { Settled } from './settle-part.ts';
import { withinGuards } from './tally.ts';
import { insertFaults, type FaultRow, type ImportPartRow } from './store.ts';
import { supplierKey } from './check-import.ts';
import { noteSupplied } from './supplier-links.ts';
import type { Fault, WantedPart } from './wanted-part.ts';
import {
  hasWordFacts,
  moveStocks,
  noteOfImport,
  storeBrands,
  writeParts,
  type PartToWrite,
} from './write-parts.ts';
import type { Database } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';

/** A part of an import beside that of the shop; `id` is the shop's, or the new one. */
interface Comparison {
  readonly part: ImportPartRow;
  readonly settled: Settled;
  /** Pictures that could not be had. */
  readonly lacking: readonly Fault[];
  readonly id: string;
}

/** Writes parts of an import into the shop, compared anew under their locks, and notes what became of them. */
export async function applyParts(
  tx: Database,
  job: Job,
  { parts, types, now }: PartsToCompare & { readonly now: Date },
): Promise<readonly Comparison[]> {
  const { row } = job;
  const brands = parts.flatMap(({ facts: { brand } }: { facts: WantedPart }) =>
    brand ? [brand] : [],
  );
  await storeBrands(tx, brands);
  const all = await compareParts(tx, job, { parts, types, lock: 'all' });
  const there = all.flatMap(({ settled }) => settled.part?.id ?? []);
  const compared = eachPartOnce(
    await findDealtWith(tx, row.id, there),
    all.map(({ settled, ...one }): Comparison => {
      const id = settled.part?.id ?? newId(now);
      return { ...one, id, settled: withinGuards(settled, row.guards) };
    }),
  );
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
    { actor: row.doer, note: noteOfImport(row.name), now },
  );
  const supplied = right.map(({ id, part }) => ({ id, wanted: part.facts as WantedPart }));
  const links =
    row.supplier === null
      ? undefined
      : await noteSupplied(tx, { key: supplierKey(row.supplier), name: row.supplier }, supplied);
  const vehicles = await vehiclesOf(tx);
  await noteApplied(
    tx,
    row.id,
    compared.map((one) => ({
      ...asApplied(one, vehicles),
      link_before: links?.get(one.id) ?? null,
    })),
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

function asApplied(
  { part, settled, id }: Comparison,
  vehicles: ShopVehicles,
): Omit<AppliedPart, 'link_before'> {
  const isRefused = settled.result === 'refused';
  return {
    row: part.row,
    part_id: isRefused ? (settled.part?.id ?? null) : id,
    result: part.result === 'archive' && settled.result === 'change' ? 'archive' : settled.result,
    changes: settled.changes,
    // A part that was replaced by another one at the check may have got its own one since.
    replacement_key: settled.replacementKey ?? part.replacement_key,
    stock_change: isRefused ? 0 : settled.stockChange,
    digest: isRefused ? null : noteOfState(settled.state, vehicles),
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
