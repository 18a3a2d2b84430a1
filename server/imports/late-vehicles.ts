import { isDeepStrictEqual } from 'node:util';
import type { PartState, StoredPart } from './part-state.ts';
import type { Fault } from './wanted-part.ts';

/** Vehicles of years that nobody knows yet, unless the part fits them already. */
export function lateVehicles(
  { fitments }: PartState,
  part: StoredPart | undefined,
  latestYear: number,
): Fault[] {
  const there = part?.state.fitments ?? [];
  return fitments
    .filter(({ yearTo }) => yearTo > latestYear)
    .filter((one) => !there.some((known) => isDeepStrictEqual(known, one)))
    .map(({ yearTo }) => ({
      field: 'yearTo',
      value: String(yearTo),
      reason: `Must be at most ${latestYear}: later models are not known yet.`,
    }));
}
