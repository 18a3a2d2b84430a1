import { sql } from 'kysely';
import { minuteMs } from '#contract/durations.ts';
import type { Database } from '#server/shop.ts';
import type { ImportRow } from './store.ts';

/** After so long whoever has not the archive of its pictures applies an import without them. */
const archiveGoneMs = 5 * minuteMs;

/** Who takes an import, and the imports of which it has the file and the archive of pictures. */
interface Claim {
  readonly worker: string;
  readonly now: Date;
  readonly until: Date;
  readonly files: readonly string[];
  readonly archives: readonly string[];
}

/**
 * Takes an import that waits for work, or whose worker is gone; one that is checked needs its file, which only some may have, and one
 * whose pictures are not taken yet their archive.
 */
export async function claimImport(db: Database, claim: Claim): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    update imports set worker = ${claim.worker}, worked_until = ${claim.until}::timestamptz
      where id = (
        select id from imports
          where state in ('checking', 'applying', 'undoing') and (worked_until is null or worked_until <= ${claim.now}::timestamptz)
            and (state <> 'checking' or id = any (${claim.files}::uuid[]))
            and (state <> 'applying' or archive is null or pictures_done = pictures or id = any (${claim.archives}::uuid[])
              or worked_until <= ${new Date(claim.now.getTime() - archiveGoneMs)}::timestamptz)
          order by created_at limit 1 for update skip locked)
      returning *`.execute(db);
  return rows[0];
}
