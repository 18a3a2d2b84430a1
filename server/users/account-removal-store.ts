import { sql } from 'kysely';
import { forgetKeysOf } from '#server/idempotency/store.ts';
import type { Database } from '#server/shop.ts';
import { deleteBelongings } from './delete-belongings.ts';
import { emptyProfile, updateUser, type UserRow } from './store.ts';

/** Replaces the name and address of a closed account; neither can belong to a real account. */
export const anonymous = { name: 'A customer', email: 'closed account' } as const;

/** Clears the row of a closed account; the row stays because orders and reviews refer to it. */
export async function emptyClosedUser(tx: Database, id: string, now: Date): Promise<void> {
  const times = { closed_at: now, replaced_at: now, updated_at: now };
  await updateUser(tx, id, { ...emptyProfile, ...anonymous, ...times, role: null });
}

/** Closed accounts of these issuers that are not deleted at the identity service yet, oldest first. */
export function listClosedToForget(
  db: Database,
  { issuers, most }: { issuers: readonly string[]; most: number },
): Promise<Pick<UserRow, 'id' | 'issuer' | 'subject'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'issuer', 'subject'])
    .where('closed_at', 'is not', null)
    .where('identity_deleted_at', 'is', null)
    .where('issuer', 'in', issuers)
    .orderBy('closed_at')
    .limit(most)
    .execute();
}

/** Notes that a closed account is deleted at the identity service. */
export async function noteIdentityDeleted(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ identity_deleted_at: now }).where('id', '=', id).execute();
}

/** Never used: an unconfirmed address, no order, and no role or block given by an admin. */
const neverUsed = sql<boolean>`(not users.email_verified and users.role is null and users.blocked_at is null
  and users.closed_at is null and not exists (select from orders where orders.user_id = users.id))`;

/** Never used accounts that were registered until a moment, oldest first. */
export function listUnconfirmed(
  db: Database,
  { registeredUntil, most }: { registeredUntil: Date; most: number },
): Promise<Pick<UserRow, 'id' | 'issuer' | 'subject'>[]> {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.issuer', 'users.subject'])
    .where('created_at', '<=', registeredUntil)
    .where(neverUsed)
    .orderBy('created_at')
    .limit(most)
    .execute();
}

/** Deletes an account unless it has been used since it was listed; answers whether it was deleted. The caller has locked its row. */
export async function deleteUnconfirmed(tx: Database, id: string): Promise<boolean> {
  // A separate statement, so that it sees an order that was placed while this transaction waited for the row lock.
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where(neverUsed)
    .executeTakeFirst();
  if (found === undefined) return false;
  await deleteBelongings(tx, id);
  await forgetKeysOf(tx, id);
  await tx.deleteFrom('users').where('id', '=', id).execute();
  return true;
}

/** Which of these subjects have an account in the shop. */
export async function findKnownSubjects(
  db: Database,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('subject')
    .where('subject', 'in', subjects)
    .execute();
  return new Set(rows.map(({ subject }) => subject));
}
