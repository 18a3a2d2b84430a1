import type { Attributes, Fitment, PartType } from '#contract/part-lists.ts';
import type { FactFaultKind } from '#contract/vehicles.ts';

/** What is wrong with the fitments of a part, whatever vehicles the shop knows. */
export interface FitmentFault {
  readonly kind: FactFaultKind;
  /** About what, in words. */
  readonly details: string;
}

export interface PartWithFitments {
  readonly type: Pick<PartType, 'attributes' | 'fit'> | undefined;
  readonly attributes: Attributes;
  readonly fitments: readonly Fitment[];
}

/** Attributes of part types that say where a part sits. */
const positionKeys: ReadonlySet<string> = new Set(['axle', 'side', 'pos']);

/**
 * The faults of a part's fitments: none where the type demands a vehicle; the same vehicle twice over the same years, or over years that overlap;
 * no position where neither the fitment nor the part says it. `namesOf` answers the names under which a model was ever sold.
 */
export function fitmentFaults(
  part: PartWithFitments,
  namesOf: (make: string, model: string) => readonly string[],
): FitmentFault[] {
  if (part.fitments.length === 0) return demandsVehicle(part.type) ? [noVehicle] : [];
  const sameVehicles = [...Map.groupBy(part.fitments, (one) => vehicleKey(one, namesOf)).values()];
  const faults = sameVehicles.flatMap((rows) => clashesOf(rows));
  const lacking = part.type?.attributes.some(
    ({ key }) => positionKeys.has(key) && part.attributes[key] === undefined,
  );
  const unplaced = lacking ? part.fitments.filter(({ position }) => position === '') : [];
  const [first] = unplaced;
  if (first)
    faults.push({ kind: 'no position', details: `${wordsOf(first)}${andMore(unplaced.length)}` });
  return faults;
}

const noVehicle: FitmentFault = { kind: 'no vehicle', details: '' };

function demandsVehicle(type: PartWithFitments['type']): boolean {
  return type?.fit === 'vehicle' || type?.fit === 'engine';
}

/** The same vehicle under any of its names, for the same engine, place and condition. */
function vehicleKey(
  { make, model, engine, position, note }: Fitment,
  namesOf: (make: string, model: string) => readonly string[],
): string {
  const name = [...namesOf(make, model)].toSorted().join('/');
  return [make, name, engine, position, note].join('\n').toLowerCase();
}

function clashesOf(rows: readonly Fitment[]): FitmentFault[] {
  const inTime = rows.toSorted(
    (one, other) => one.yearFrom - other.yearFrom || one.yearTo - other.yearTo,
  );
  return inTime.slice(1).flatMap((one, at) => {
    // Of those that begin earlier the one that lasts longest.
    const before = inTime
      .slice(0, at + 1)
      .reduce((last, next) => (next.yearTo > last.yearTo ? next : last));
    if (one.yearFrom > before.yearTo) return [];
    const isSame = one.yearFrom === before.yearFrom && one.yearTo === before.yearTo;
    const details = `${wordsOf(before)} and ${wordsOf(one)}`;
    return [{ kind: isSame ? 'duplicate' : 'overlap', details } as const];
  });
}

function wordsOf({ make, model, yearFrom, yearTo }: Fitment): string {
  return `${make} ${model} ${yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`}`;
}

function andMore(count: number): string {
  return count === 1 ? '' : ` and ${count - 1} more`;
}
