import type { Page } from '#contract/api.ts';
import type { PartsQuery } from '#contract/parts.ts';
import { mostCounted } from '#contract/search.ts';
import { listParts, type PartRow } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';
import { findParts } from './find-parts.ts';

/**
 * The specified list of parts. With words it is what the search finds, in order of relevance; bound to a vehicle it is newest first,
 * too. Such a list ends after `mostCounted` parts.
 */
export async function listPartsWanted(
  db: Database,
  { q, make, model, year, ...query }: PartsQuery,
): Promise<Page<PartRow[]>> {
  // A model or a year without a make says nothing, as ever.
  const vehicle = make ? { make, model, year } : {};
  if (!q && !make) return listParts(db, query);
  const { category, cursor, limit = mostCounted } = query;
  const offset = offsetOf(cursor);
  const wanted = { category, ...vehicle, ...(q ? { q } : {}) };
  const found = await findParts(db, wanted, { counts: [], rows: { limit, offset } });
  return { rows: [...found.rows], next: found.hasNext ? cursorOf(offset + limit) : undefined };
}

function cursorOf(offset: number): string {
  return Buffer.from(JSON.stringify(['found', offset])).toString('base64url');
}

/** Where the last page ended; anything else starts the list again. */
function offsetOf(cursor: string | undefined): number {
  const [, figures] =
    /^\["found",(\d{1,5})\]$/.exec(Buffer.from(cursor ?? '', 'base64url').toString()) ?? [];
  return Number(figures ?? 0);
}
