import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import { hashPassword, isOutdated, isPasswordOf, type ScryptCost } from './scrypt.ts';

/** How Better Auth hashes and verifies passwords here; who asks has a place in the line (password-line.ts). */
export function passwordsOf(db: Database, cost: ScryptCost) {
  return {
    hash: (password: string) => hashPassword(password, cost),
    /** Whoever has the right password gets it hashed anew when its hash is from before. */
    verify: async ({ hash, password }: { hash: string; password: string }): Promise<boolean> => {
      const right = await isPasswordOf(hash, password);
      if (right && isOutdated(hash, cost))
        await replaceHash(db, hash, await hashPassword(password, cost));
      return right;
    },
  };
}

/** Only where the old hash still stands: a password chosen meanwhile stays. Its salt makes a hash one account's own. */
async function replaceHash(db: Database, old: string, renewed: string): Promise<void> {
  await sql`update identity."account" set "password" = ${renewed} where "providerId" = 'credential' and "password" = ${old}`.execute(
    db,
  );
}
