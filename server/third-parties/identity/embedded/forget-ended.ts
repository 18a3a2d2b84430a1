import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import { forgetDevices } from './known-devices.ts';
import type { IdentityParts } from './parts.ts';

/**
 * Deletes expired sessions, expired codes and browsers that were not seen for a year, at most so many of each; answers the largest
 * of the three counts.
 */
export async function forgetEnded(
  parts: Pick<IdentityParts, 'db' | 'clock'>,
  most: number,
): Promise<number> {
  return Math.max(
    await forgetExpired(parts.db, 'session', most),
    await forgetExpired(parts.db, 'verification', most),
    await forgetDevices(parts, most),
  );
}

/** By the system clock, as the library stores them. */
async function forgetExpired(
  db: Database,
  what: 'session' | 'verification',
  most: number,
): Promise<number> {
  const table = sql.table(`identity.${what}`);
  const { numAffectedRows } = await sql`
    delete from ${table} where "id" in (
      select "id" from ${table} where "expiresAt" <= current_timestamp order by "expiresAt" limit ${most})`.execute(
    db,
  );
  return Number(numAffectedRows);
}
