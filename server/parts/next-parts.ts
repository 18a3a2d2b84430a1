import type { RawBuilder } from 'kysely';
import type { Database } from '#server/shop.ts';

/** The next parts for which background work waits, in the order of their ids, locked; parts that somebody else has locked are left out. */
export function nextParts(tx: Database, waits: RawBuilder<boolean>, most: number) {
  return tx.selectFrom('parts').where(waits).orderBy('id').limit(most).forUpdate().skipLocked();
}
