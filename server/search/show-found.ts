import type { FoundPart, NumberMatch } from '#contract/search.ts';
import { showPart, type WholePartRow } from '#server/parts/part-row.ts';
import type { FoundNumbers } from './find-numbers.ts';

/** These parts, each with the number that it was found by. */
export function showFound(
  rows: readonly WholePartRow[],
  numbers: FoundNumbers | undefined,
): FoundPart[] {
  const matches = new Map(numbers?.rows.map((row) => [row.partId, matchOf(row)]));
  return rows.map((row) => {
    const match = matches.get(row.id);
    return { ...showPart(row), attributes: row.attributes, ...(match ? { match } : {}) };
  });
}

/** The number alone. */
export function matchOf({ kind, number, maker }: NumberMatch): NumberMatch {
  return { kind, number, maker };
}
