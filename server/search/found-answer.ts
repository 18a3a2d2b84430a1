import type { FacetName } from '#contract/search.ts';
import type { WholePartRow } from '#server/parts/part-row.ts';
import type { FitFacts } from '#server/vehicles/votes-store.ts';
import { countsOf, type Counts, type ToldCounts } from './counts.ts';

/** A found part, with what decides whether it fits a vehicle where that was asked. */
export type FoundRow = WholePartRow & Partial<FitFacts>;

/** A page of what was found, and what was found in all. */
export interface Found extends Counts {
  readonly rows: readonly FoundRow[];
  readonly count: number;
  /** How many of the parts that come first there are, `mostCounted + 1` at most. */
  readonly first: number;
  /** How many there are without those that fit any vehicle: of the list and of what comes first. */
  readonly own: number;
  /** Whether there are more than were looked at, of the list and of what comes first. */
  readonly isCutOff: boolean;
  readonly isFirstCutOff: boolean;
  /** For each facet of which something is chosen, what there is without that choice. */
  readonly others: Partial<Record<FacetName, OfFacet<Counts>>>;
}

/** What a facet tells of what there is without its choice, how many that are, `mostCounted + 1` at most, and whether there are more than were looked at. */
type OfFacet<Told> = Partial<Told> & Pick<Found, 'count' | 'own' | 'isCutOff'>;

/** The one row that the statement answers. */
export interface Answer extends Partial<ToldCounts> {
  readonly rows: readonly FoundRow[];
  readonly count: number;
  readonly first?: number;
  readonly own: number;
  readonly isCutOff: boolean;
  readonly isFirstCutOff: boolean;
  readonly others: Readonly<Partial<Record<FacetName, OfFacet<ToldCounts> | null>>>;
}

/** What a statement of `foundQuery` answered. */
export function foundIn([answer]: readonly Answer[]): Found {
  if (!answer) throw new Error('A statement of one row answered none.');
  const { rows, count, own, first = 0, isCutOff, isFirstCutOff, others, ...told } = answer;
  const ofOthers = Object.entries(others).map(([facet, its]) => [
    facet,
    { count: 0, own: 0, isCutOff: false, ...countsOf(its ?? {}) },
  ]);
  return {
    ...nothingCounted,
    ...countsOf(told),
    rows: rows.map(withTime),
    count,
    first,
    own,
    isCutOff,
    isFirstCutOff,
    others: Object.fromEntries(ofOthers),
  };
}

/** Whether there are more than were looked at, in the list, among what comes first or without the choice of a facet. */
export function isAnyCutOff(found: Found): boolean {
  return isListCutOff(found) || Object.values(found.others).some((its) => its.isCutOff);
}

/** The list, or what comes first in it. */
export function isListCutOff({ isCutOff, isFirstCutOff }: Found): boolean {
  return isCutOff || isFirstCutOff;
}

const nothingCounted: Counts = {
  categories: new Map(),
  types: new Map(),
  brands: new Map(),
  inStock: 0,
  least: null,
  most: null,
  attributes: [],
};

/** A row as JSON tells it. */
function withTime(row: FoundRow): FoundRow {
  return { ...row, created_at: new Date(row.created_at) };
}
