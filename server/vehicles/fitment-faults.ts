import { anyEngine, meets, readEngine, type Engine } from '#contract/engine-rules.ts';
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
 * The faults of a part's fitments: none where the type demands a vehicle; the same vehicle twice over the same years, or over years that overlap,
 * also where one of them leaves open the engine or the place that the other demands; no position where neither the fitment nor the part says it. `namesOf` answers the names under which a model was ever sold.
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

/** The same vehicle under any of its names, and on the same condition. */
function vehicleKey(
  { make, model, note }: Fitment,
  namesOf: (make: string, model: string) => readonly string[],
): string {
  const name = [...namesOf(make, model)].toSorted().join('/');
  return [make, name, note].join('\n').toLowerCase();
}

/** A fitment with the engine that it demands read. */
interface Row extends Fitment {
  readonly demanded: Engine;
}

function clashesOf(rows: readonly Fitment[]): FitmentFault[] {
  const inTime = rows
    .map((row) => ({ ...row, demanded: readEngine(row.engine) ?? anyEngine }))
    .toSorted((one, other) => one.yearFrom - other.yearFrom || one.yearTo - other.yearTo);
  return inTime.flatMap((one, at) => {
    const before = clashingWith(one, inTime.slice(0, at));
    if (before === undefined) return [];
    const details = `${wordsOf(before, one)} and ${wordsOf(one, before)}`;
    return [{ kind: isSameRow(one, before) ? 'duplicate' : 'overlap', details } as const];
  });
}

/** Of the rows that begin earlier and say the same of some years: the same one, else the one that lasts longest. */
function clashingWith(one: Row, earlier: readonly Row[]): Row | undefined {
  const clashing = earlier.filter(
    (other) => one.yearFrom <= other.yearTo && (includes(other, one) || includes(one, other)),
  );
  const [longest] = clashing.toSorted((first, second) => second.yearTo - first.yearTo);
  return clashing.find((other) => isSameRow(one, other)) ?? longest;
}

/** Whether a row is for every engine and place of another: rows for different ones may stand beside each other. */
function includes(one: Row, other: Row): boolean {
  const isOfItsPlace = one.position === '' || one.position === other.position;
  return isOfItsPlace && meets(other.demanded, one.demanded) === 'yes';
}

function isSameRow(one: Row, other: Row): boolean {
  const isForTheSame = includes(one, other) && includes(other, one);
  return isForTheSame && one.yearFrom === other.yearFrom && one.yearTo === other.yearTo;
}

/** A row in words, with the engine and the place where those of the one beside it are others. */
function wordsOf(row: Fitment, beside = row): string {
  const { make, model, yearFrom, yearTo } = row;
  const named = `${make} ${model} ${yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`}`;
  const engine = row.engine === beside.engine ? '' : row.engine;
  const position = row.position === beside.position ? '' : row.position;
  return [named, engine, position].filter(Boolean).join(', ');
}

function andMore(count: number): string {
  return count === 1 ? '' : ` and ${count - 1} more`;
}
