import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** Of imports that wait with their files, lets the oldest fail when there are more of them than are kept; answers which. One that is being checked stays. */
export async function failOldest(
  db: Database,
  ids: readonly string[],
  { kept, failure }: { kept: number; failure: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with waiting as (
      select id, state, created_at from imports
        where id = any (${ids}::uuid[]) and state in ('columns', 'checking', 'checked', 'failed'))
    update imports set state = 'failed', failure = ${failure}
      where state in ('columns', 'checked', 'failed') and id in (
        select id from waiting where state <> 'checking' order by created_at, id
          limit greatest(0, (select count(*) from waiting) - ${kept}))
      returning id`.execute(db);
  return rows.map(({ id }) => id);
}
