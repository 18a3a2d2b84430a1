import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Whether the shop has neither parts nor accounts: only then is the demo data loaded by itself. */
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
