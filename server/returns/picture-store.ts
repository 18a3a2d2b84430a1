import type { Selectable } from 'kysely';
import { openReturnStates } from '#contract/return-rules.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** The digests of a return's pictures, by their ids. */
export async function listPictureDigests(
  db: Database,
  returnId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('return_pictures')
    .select(['id', 'digest'])
    .where('return_id', '=', returnId)
    .execute();
  return new Map(rows.map(({ id, digest }) => [digest, id]));
}

export async function insertPicture(
  tx: Database,
  row: Selectable<Tables['return_pictures']>,
): Promise<void> {
  await tx.insertInto('return_pictures').values(row).execute();
}

/** A picture as WebP; undefined when the return has none of this id. */
export async function findPicture(
  db: Database,
  { id, returnId }: { id: string; returnId: string },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('return_pictures')
    .select('webp')
    .where('id', '=', id)
    .where('return_id', '=', returnId)
    .executeTakeFirst();
  return row?.webp;
}

/** Deletes pictures from before a moment of returns that are over, a limited number at a time; answers how many. */
export async function forgetPictures(
  db: Database,
  { before, most }: { before: Date; most: number },
): Promise<number> {
  const old = db
    .selectFrom('return_pictures')
    .innerJoin('returns', 'returns.id', 'return_pictures.return_id')
    .select('return_pictures.id')
    .where('return_pictures.created_at', '<', before)
    .where('returns.state', 'not in', openReturnStates)
    .orderBy('return_pictures.created_at')
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('return_pictures')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
