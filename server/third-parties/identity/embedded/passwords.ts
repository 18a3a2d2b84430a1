import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import { hashPassword, isOutdated, isPasswordOf, type ScryptCost } from './scrypt.ts';

/** How Better Auth hashes and verifies passwords; callers have waited in the queue (password-queue.ts). */
export function passwordsOf(db: Database, cost: ScryptCost) {
  return {
    hash: (password: string) => hashPassword(password, cost),
    /** Also renews the hash if it has outdated parameters. */
    verify: async ({ hash, password }: { hash: string; password: string }): Promise<boolean> => {
      const right = await isPasswordOf(hash, password);
      if (right && isOutdated(hash, cost))
        await replaceHash(db, hash, await hashPassword(password, cost));
      return right;
    },
  };
}

/**
 * Replaces a password's hash; false when another password was set meanwhile. Hashes are salted, so no two accounts have the
 * same.
 */
export async function replaceHash(db: Database, known: string, chosen: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity."account" set "password" = ${chosen}, "updatedAt" = current_timestamp
    where "providerId" = 'credential' and "password" = ${known}`.execute(db);
  return numAffectedRows === 1n;
}
