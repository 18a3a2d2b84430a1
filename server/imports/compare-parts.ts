import { keepingPictures, withTakenPictures } from '#server/imports/pictures/taken-pictures.ts';
import type { Database } from '#server/shop.ts';
import { supplierKey } from './check-import.ts';
import { latestYearOf, type Job } from './job.ts';
import { loadKnown, type KnownWanted } from './load-known.ts';
import { settlePart, type Settled } from './settle-part.ts';
import type { ImportPartRow } from './store.ts';
import type { Fault, WantedPart } from './wanted-part.ts';

/** Parts of an import, and the part types of the shop. */
export interface PartsToCompare extends Pick<KnownWanted, 'types'> {
  readonly parts: readonly ImportPartRow[];
}

/** A part of an import beside that of the shop. */
interface Comparison {
  readonly part: ImportPartRow;
  readonly settled: Settled;
  /** Pictures that could not be had. */
  readonly lacking: readonly Fault[];
}

/** Compares checked parts with the shop as it is now, by what was taken as their pictures. Changes nothing. */
export async function compareParts(
  tx: Database,
  job: Job,
  { parts, types, lock }: PartsToCompare & Pick<KnownWanted, 'lock'>,
): Promise<Comparison[]> {
  const { row } = job;
  const pictured = await withTakenPictures(
    tx,
    row.id,
    parts.map((part) => part.facts as WantedPart),
  );
  const wanted = pictured.map((part) => part.wanted);
  const supplier = row.supplier === null ? null : supplierKey(row.supplier);
  const latestYear = latestYearOf(job);
  const known = await loadKnown(tx, wanted, { types, supplier, latestYear, lock });
  return parts.map((part, at): Comparison => {
    const pictures = pictured[at] ?? { wanted: {}, lacking: [] };
    const settled = settlePart(keepingPictures(pictures, known), known, row.settings);
    return { part, settled, lacking: pictures.lacking };
  });
}

/**
 * These parts without those that were the same at the check and are it still, about the part that they were about. Nothing is locked for
 * that and nothing written: of a large list they are most, and no order waits for them.
 */
export async function withoutSame(
  tx: Database,
  job: Job,
  { parts, types }: PartsToCompare,
): Promise<readonly ImportPartRow[]> {
  const same = parts.filter(({ result }) => result === 'same');
  if (same.length === 0) return parts;
  const compared = await compareParts(tx, job, { parts: same, types, lock: 'nothing' });
  // One that is about another part by now is noted, because that part may stand among the missing ones.
  const are = compared.filter(
    ({ part, settled }) => settled.result === 'same' && settled.part?.id === part.part_id,
  );
  const still = new Set(are.map(({ part }) => part));
  return parts.filter((part) => !still.has(part));
}
