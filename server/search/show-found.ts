import type { PartFit } from '#contract/fit.ts';
import type { FoundPart, NumberMatch } from '#contract/search.ts';
import { showPart, type WholePartRow } from '#server/parts/part-row.ts';
import type { FoundNumbers } from './find-numbers.ts';

/** These parts, each with the number that it was found by, and with whether it fits where that was asked. */
export function showFound(
  rows: readonly WholePartRow[],
  numbers: FoundNumbers | undefined,
  fits: readonly PartFit[] = [],
): FoundPart[] {
  const fitOf = new Map(fits.map(({ partId, ...fit }) => [partId, fit]));
  const matches = new Map(numbers?.rows.map((row) => [row.partId, matchOf(row)]));
  return rows.map((row) => {
    const match = matches.get(row.id);
    const fit = fitOf.get(row.id);
    return {
      ...showPart(row),
      attributes: row.attributes,
      ...(match ? { match } : {}),
      ...(fit ? { fit } : {}),
    };
  });
}

/** The number alone. */
export function matchOf({ kind, number, maker }: NumberMatch): NumberMatch {
  return { kind, number, maker };
}
