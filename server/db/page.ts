import type { Page } from '#contract/api.ts';

/** Where a list, newest first, goes on: after this row. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** Rows a list gives when no limit is asked for, and the most it ever gives (decisions: Parts, reviews, images). */
export const pageLimit = 1000;

/** Reads a cursor of ours; undefined for anything else, which then starts the list again. */
export function cursorFrom(text: string | undefined): Cursor | undefined {
  const [time, id] = Buffer.from(text ?? '', 'base64url').toString().split('|');
  const createdAt = new Date(Number(time));
  const isOurs = time !== undefined && time !== '' && id !== undefined && /^[0-9a-f-]{36}$/.test(id);
  return isOurs && !Number.isNaN(createdAt.getTime()) ? { createdAt, id } : undefined;
}

/** One page out of `limit + 1` rows: the extra row only says that there is a next page. */
export function pageOf<Row extends { id: string; created_at: Date }, Out>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Out,
): Page<Out[]> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? Buffer.from(`${last.created_at.getTime()}|${last.id}`).toString('base64url') : undefined;
  return { rows: shown.map(show), next };
}
