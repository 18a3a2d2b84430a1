import { sql } from 'kysely';
import { forgetKeysOf } from '#server/idempotency/store.ts';
import type { Database } from '#server/shop.ts';
import { updateUser, type UserRow } from './store.ts';
import { deleteTokensOf } from './token-store.ts';

/** Who stands where somebody was who closed their account: neither can be anybody's. */
export const anonymous = { name: 'A customer', email: 'closed account' } as const;

/** Empties the row of an account that its owner closes; it stays for its orders and reviews. */
export async function emptyClosedUser(tx: Database, id: string, now: Date): Promise<void> {
  const empty = { phone: '', address: '', education: '', linkedin: '', role: null };
  await updateUser(tx, id, {
    ...anonymous,
    ...empty,
    closed_at: now,
    replaced_at: now,
    updated_at: now,
  });
}

/** Closed accounts that the identity service has not forgotten yet, oldest first. */
export function listClosedToForget(
  db: Database,
  most: number,
): Promise<Pick<UserRow, 'id' | 'subject'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'subject'])
    .where('closed_at', 'is not', null)
    .where('identity_deleted_at', 'is', null)
    .orderBy('closed_at')
    .limit(most)
    .execute();
}

/** The identity service has forgotten a closed account. */
export async function noteIdentityDeleted(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ identity_deleted_at: now }).where('id', '=', id).execute();
}

/** Nobody has proven the address, no order was ever placed, and no admin decided about the account. */
const cameToNothing = sql<boolean>`(not users.email_verified and users.role is null and users.blocked_at is null
  and users.closed_at is null and not exists (select from orders where orders.user_id = users.id))`;

/** Accounts without a proven address, role, block or order, registered until a moment; oldest first. */
export function listUnconfirmed(
  db: Database,
  { registeredUntil, most }: { registeredUntil: Date; most: number },
): Promise<Pick<UserRow, 'id' | 'subject'>[]> {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.subject'])
    .where('created_at', '<=', registeredUntil)
    .where(cameToNothing)
    .orderBy('created_at')
    .limit(most)
    .execute();
}

/** Deletes an account that came to nothing, unless it did come to something since it was listed; whether it did. Its row is held. */
export async function deleteUnconfirmed(tx: Database, id: string): Promise<boolean> {
  // A statement of its own: it has to see an order that was placed while the row was waited for.
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where(cameToNothing)
    .executeTakeFirst();
  if (found === undefined) return false;
  await deleteTokensOf(tx, id);
  await forgetKeysOf(tx, id);
  await tx.deleteFrom('users').where('id', '=', id).execute();
  return true;
}

/** Which of these subjects the shop has an account of. */
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
