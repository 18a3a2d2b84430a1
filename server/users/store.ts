import { sql, type RawBuilder, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { UsersQuery, UsersWanted } from '#contract/users.ts';
import { isMatchingUser } from '#server/people/store.ts';
import { countFirst, fetchPage, sortedBy } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Customer } from '#server/http/who.ts';
import type { Database } from '#server/shop.ts';
import type { Subject } from '#server/third-parties/identity/port.ts';

export type UserRow = Selectable<Tables['users']>;

/** The fields of an account that its owner writes. */
export type Profile = Pick<
  Updateable<Tables['users']>,
  'name' | 'phone' | 'address' | 'education' | 'linkedin'
>;

/** A change of an account's row; `power_since` follows from it. */
type AccountChange = Omit<Updateable<Tables['users']>, 'updated_at' | 'power_since'> & {
  readonly updated_at: Date;
};

/** A profile with nothing in it. */
export const emptyProfile = { name: '', phone: '', address: '', education: '', linkedin: '' };

/** The account that has this address now. */
export function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return usersNow(db).where('email', '=', email).executeTakeFirst();
}

/** Accounts that have their address still: no other account took it over. */
function usersNow(db: Database) {
  return db.selectFrom('users').selectAll().where('replaced_at', 'is', null);
}

/** The id of this subject's account, or of the one that has this address now. */
export async function findUserId(
  db: Database,
  account: Subject | { readonly email: string },
): Promise<string | undefined> {
  let rows = db.selectFrom('users').select('id');
  if ('email' in account)
    rows = rows.where('email', '=', account.email).where('replaced_at', 'is', null);
  else rows = rows.where('issuer', '=', account.issuer).where('subject', '=', account.subject);
  return (await rows.executeTakeFirst())?.id;
}

/** The account that has this address now, locked until the end of the transaction. */
export function lockUserByEmail(tx: Database, email: string): Promise<UserRow | undefined> {
  return usersNow(tx).where('email', '=', email).forUpdate().executeTakeFirst();
}

/** The account of this subject, replaced or not, locked until the end of the transaction. */
export function lockUserBySubject(
  tx: Database,
  { issuer, subject }: Subject,
): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
}

/** One account, locked until the end of the transaction. */
export function lockUser(tx: Database, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Locks the account of somebody who writes something that goes with it, so that it is not closed meanwhile. Undefined when it
 * was closed, blocked, replaced or proved to be another person's since the call began.
 */
export async function lockOpenUser(
  tx: Database,
  { userId, tokenHash }: Pick<Customer, 'userId' | 'tokenHash'>,
): Promise<UserRow | undefined> {
  const user = await usersNow(tx)
    .where('id', '=', userId)
    .where('blocked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  // Asked once the account is locked: whoever held it before may have ended the session.
  const session = tx.selectFrom('access_tokens').select('user_id');
  const isSignedIn = await session.where('token_hash', '=', tokenHash).executeTakeFirst();
  return isSignedIn && user;
}

/** Whether sign-ins of an account ask for a second factor; a view of the identity service (migration 0016). */
export function hasSecondFactor(db: Database, user: Subject): Promise<boolean> {
  return isInView(db, sql`identity.second_factors`, user);
}

/** Whether the identity service has seen an admin use a common password (migration 0018). */
export function hasCommonPassword(db: Database, user: Subject): Promise<boolean> {
  return isInView(db, sql`identity.resting_accounts`, user);
}

async function isInView(
  db: Database,
  view: RawBuilder<unknown>,
  { issuer, subject }: Subject,
): Promise<boolean> {
  const { rows } =
    await sql`select from ${view} where issuer = ${issuer} and subject = ${subject}`.execute(db);
  return rows.length > 0;
}

/** Whether an account has the admin role, with or without power. */
export async function hasAdminRole(db: Database, { issuer, subject }: Subject): Promise<boolean> {
  const admin = await adminsNow(db)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return admin !== undefined;
}

function adminsNow(db: Database) {
  return usersNow(db).where('role', '=', 'admin');
}

/** The two views as columns of a list; only looked up for admins. */
const adminsSecondFactor = sql<boolean>`(users.role = 'admin' and exists
  (select from identity.second_factors f where f.issuer = users.issuer and f.subject = users.subject))`.as(
  'second_factor',
);
const adminsCommonPassword = sql<boolean>`(users.role = 'admin' and exists
  (select from identity.resting_accounts r where r.issuer = users.issuer and r.subject = users.subject))`.as(
  'common_password',
);

/** Inserts an account; false when another transaction inserted its subject or address first. */
export async function insertUser(
  tx: Database,
  user: Insertable<Tables['users']>,
): Promise<boolean> {
  const row = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates an account's row. A change of the role or of the confirmed address also sets since when the role has power. */
export async function updateUser(db: Database, id: string, change: AccountChange): Promise<void> {
  const { role, email_verified: verified } = change;
  const changed = role !== undefined || verified !== undefined;
  await db
    .updateTable('users')
    .set(change)
    .$if(changed, (update) =>
      update.set({
        power_since: sql<Date | null>`
          case when ${role === undefined ? sql.ref('role') : sql`${role}::text`} = 'admin'
            and ${verified === undefined ? sql.ref('email_verified') : sql`${verified}::boolean`}
          then coalesce(power_since, ${change.updated_at}) end`,
      }),
    )
    .where('id', '=', id)
    .execute();
}

/** Empties a profile that somebody else may have typed; the name becomes the part of the address before the @. */
export async function clearProfile(tx: Database, { id, email }: UserRow, now: Date): Promise<void> {
  const name = email.split('@')[0] ?? '';
  await updateUser(tx, id, { ...emptyProfile, name, updated_at: now });
}

/** All admins, locked until the end of the transaction, so that two commands cannot each revoke the other's last admin. */
export function lockAdmins(tx: Database): Promise<UserRow[]> {
  return adminsNow(tx).orderBy('email').forUpdate().execute();
}

/** An admin with everything that the power of the role depends on. */
type ListedAdmin = UserRow & { readonly second_factor: boolean; readonly common_password: boolean };

/** Admins in alphabetical order. */
export function listAdmins(db: Database): Promise<ListedAdmin[]> {
  return adminsNow(db)
    .select([adminsSecondFactor, adminsCommonPassword])
    .orderBy('email')
    .execute();
}

const shownColumns = [
  'id',
  'email',
  'email_verified',
  'name',
  'role',
  'phone',
  'address',
  'education',
  'linkedin',
  'created_at',
  'blocked_at',
] as const;

/** What of an account's row is shown. */
export type ShownUserRow = Pick<UserRow, (typeof shownColumns)[number]>;

/** An account in the admin's table. */
export type ListedUser = ShownUserRow & { readonly second_factor: boolean };

/** One page of the admin's table of accounts. */
export function listUsers(db: Database, query: UsersQuery): Promise<Page<ListedUser[]>> {
  return fetchPage(
    usersWanted(db, query).select([...shownColumns, adminsSecondFactor]),
    sortedBy('users', query.sort, sortValues),
    query,
  );
}

/** How many accounts that table has, so far as they are counted. */
export function countUsers(db: Database, query: UsersWanted) {
  return countFirst(db, usersWanted(db, query));
}

function usersWanted(db: Database, query: UsersWanted) {
  let rows = db.selectFrom('users').where('replaced_at', 'is', null);
  if (query.role === 'admin') rows = rows.where('role', '=', 'admin');
  if (query.role === 'user') rows = rows.where('role', 'is', null);
  if (query.blocked === 'yes') rows = rows.where('blocked_at', 'is not', null);
  if (query.blocked === 'no') rows = rows.where('blocked_at', 'is', null);
  if (query.q) rows = rows.where(isMatchingUser(query.q));
  return rows;
}

const sortValues = {
  name: { by: sql`lower(name)`, type: 'text' },
  email: { by: sql.ref('email'), type: 'text' },
} as const;
