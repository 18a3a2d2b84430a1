import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Whether nothing was ever put into this shop: only then does the demo fill it by itself. */
export async function isEmptyShop(db: Kysely<Tables>): Promise<boolean> {
  const { anything } = await db
    .selectNoFrom(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('parts').select('id').limit(1)),
        exists(selectFrom('users').select('id').limit(1)),
      ]).as('anything'),
    )
    .executeTakeFirstOrThrow();
  return !anything;
}
