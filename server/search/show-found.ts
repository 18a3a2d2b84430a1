import type { FoundPart, NumberMatch } from '#contract/search.ts';
import { showPart } from '#server/parts/part-row.ts';
import { listAttributes, listPartsById } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';
import type { FoundNumbers } from './find-numbers.ts';

/** These parts in this order, each with the number that it was found by. */
export async function showFound(
  db: Database,
  ids: readonly string[],
  numbers: FoundNumbers | undefined,
): Promise<FoundPart[]> {
  const [rows, measured] = await Promise.all([listPartsById(db, ids), listAttributes(db, ids)]);
  const matches = new Map(numbers?.rows.map((row) => [row.partId, matchOf(row)]));
  return rows.map((row) => {
    const match = matches.get(row.id);
    const attributes = measured.get(row.id) ?? {};
    return { ...showPart(row), attributes, ...(match ? { match } : {}) };
  });
}

/** The number alone. */
export function matchOf({ kind, number, maker }: NumberMatch): NumberMatch {
  return { kind, number, maker };
}
