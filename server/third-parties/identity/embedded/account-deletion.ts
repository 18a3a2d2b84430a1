import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/**
 * Deletes an account; its sessions, passwords and devices go with it (`on delete cascade`). `onlyUnconfirmed` is judged by the
 * deletion itself, so that an address confirmed at the same moment keeps its account. Idempotent.
 */
export async function deleteAccount(
  db: Database,
  subject: string,
  { onlyUnconfirmed = false }: { readonly onlyUnconfirmed?: boolean } = {},
): Promise<void> {
  await sql`
    delete from identity."user" where "id" = ${subject} and not (${onlyUnconfirmed} and "emailVerified")`.execute(
    db,
  );
  await sql`
    delete from identity."verification" where "value" = ${subject}
    and not exists (select from identity."user" where "id" = ${subject})`.execute(db);
}

/**
 * Accounts registered for so many days (by the system clock) with an unconfirmed address. The list starts at a random id:
 * some are kept, and would otherwise fill every list.
 */
export async function listUnconfirmed(
  db: Database,
  { forDays, most }: { readonly forDays: number; readonly most: number },
): Promise<string[]> {
  const from = randomBytes(3).toString('base64url');
  const { rows } = await sql<{ id: string }>`
    select "id" as id from identity."user" where not "emailVerified" and "createdAt" <= current_timestamp - ${forDays} * interval '1 day'
    order by "id" < ${from}, "id" limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
