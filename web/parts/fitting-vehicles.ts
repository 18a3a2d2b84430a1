import { claimKey, isDoubted } from '#contract/fit-rules.ts';
import type { ClaimCount } from '#contract/fit-votes.ts';
import type { Fitment } from '#contract/part-lists.ts';
import { vehicleSlug } from '#contract/vehicle-slug.ts';
import { paths } from '#web/paths.ts';

/** One line of the list of vehicles a part fits. */
export interface VehicleLine extends Pick<Fitment, 'make' | 'yearFrom' | 'yearTo'> {
  readonly vehicle: string;
  /** Where its page is. */
  readonly page: string;
  readonly years: string;
  /** Engine, position, condition and note, as far as there are any. */
  readonly details: string;
  /** What buyers say of it: '112 of 113', 'not yet'; missing where they say nothing of this part. */
  readonly confirmed?: string;
  readonly doubted?: boolean;
}

/** The vehicles by make, model, then age. */
export function vehicleLines(
  fitments: readonly Fitment[],
  claims: readonly ClaimCount[] = [],
): VehicleLine[] {
  const counts = new Map(claims.map((claim) => [claimKey(claim), claim]));
  return fitments
    .map((fitment) => ({
      ...fitment,
      vehicle: `${fitment.make} ${fitment.model}`,
      sortKey: plain(`${fitment.make} ${fitment.model}`),
      proof: claims.length === 0 ? {} : proofOf(counts.get(claimKey(fitment))),
    }))
    .toSorted(
      (one, other) =>
        compareTexts(one.sortKey, other.sortKey) ||
        compareTexts(one.vehicle, other.vehicle) ||
        one.yearFrom - other.yearFrom,
    )
    .map(({ vehicle, proof, make, model, yearFrom, yearTo, engine, position, note, remark }) => ({
      vehicle,
      page: paths.ofVehicle(vehicleSlug(make), vehicleSlug(model)),
      make,
      yearFrom,
      yearTo,
      years: yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`,
      details: [engine, position, note, remark].filter(Boolean).join(' · '),
      ...proof,
    }));
}

function proofOf(count: ClaimCount | undefined): Pick<VehicleLine, 'confirmed' | 'doubted'> {
  if (count === undefined) return { confirmed: 'not yet' };
  const { yes, no, changes } = count;
  const voices = yes + no > 0 ? `${yes} of ${yes + no}` : 'not yet';
  const confirmed = changes > 0 ? `${voices}, ${changes} with changes` : voices;
  return { confirmed, doubted: isDoubted(count) };
}

/** The lines that have all the words that are typed; a year may be any of its span. */
export function matchingVehicles(lines: readonly VehicleLine[], typed: string): VehicleLine[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return lines.filter((line) => {
    const text = plain(`${line.vehicle} ${line.details}`);
    return words.every((word) => text.includes(word) || isIn(line, word));
  });
}

/** The lines of each make, in their order. */
export function byMake(lines: readonly VehicleLine[]): (readonly [string, VehicleLine[]])[] {
  return [...Map.groupBy(lines, ({ make }) => make)];
}

function isIn({ yearFrom, yearTo }: VehicleLine, word: string): boolean {
  return /^\d{4}$/.test(word) && Number(word) >= yearFrom && Number(word) <= yearTo;
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** For comparison: small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
