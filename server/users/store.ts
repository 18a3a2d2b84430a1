import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { UsersQuery } from '#contract/users.ts';
import { containsText } from '#server/db/contains-text.ts';
import { fetchPage, newestFirst, type ListOrder } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** An account's row. */
export type UserRow = Selectable<Tables['users']>;

/** The fields of an account that its owner writes. */
export type Profile = Pick<
  Updateable<Tables['users']>,
  'name' | 'phone' | 'address' | 'education' | 'linkedin'
>;

/** What is changed of an account, and when. */
type AccountChange = Omit<Updateable<Tables['users']>, 'updated_at' | 'power_since'> & {
  readonly updated_at: Date;
};

/** Half of an account's key: the same address from another subject is another person until proven otherwise. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** The account that has this address now. */
export function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
}

/** The id of an account of this subject, or of the one that has this address now; undefined when there is none. */
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

/** The account that has this address now, held until the end of the transaction. */
export function lockUserByEmail(tx: Database, email: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('replaced_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The account of this subject, replaced or not, held until the end of the transaction. */
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

/** One account, held until the end of the transaction. */
export function lockUser(tx: Database, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Whether sign-ins of an account ask for a code; the identity service says so (migration 0016). */
export async function hasSecondFactor(
  db: Database,
  { issuer, subject }: Subject,
): Promise<boolean> {
  const { rows } =
    await sql`select from identity.second_factors where issuer = ${issuer} and subject = ${subject}`.execute(
      db,
    );
  return rows.length > 0;
}

/** Whether an account is an admin's, with or without power: that of an unconfirmed address begins with the proof. */
export async function hasAdminRole(db: Database, { issuer, subject }: Subject): Promise<boolean> {
  const admins = db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('replaced_at', 'is', null);
  return (
    (await admins
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()) !== undefined
  );
}

/** Whether an admin was seen with a password that thieves try early; the identity service says so (migration 0018). */
export async function hasCommonPassword(
  db: Database,
  { issuer, subject }: Subject,
): Promise<boolean> {
  const { rows } =
    await sql`select from identity.resting_accounts where issuer = ${issuer} and subject = ${subject}`.execute(
      db,
    );
  return rows.length > 0;
}

/** Both as columns of a list of admins; of nobody else are they asked. */
const adminsSecondFactor = sql<boolean>`(users.role = 'admin' and exists
  (select from identity.second_factors f where f.issuer = users.issuer and f.subject = users.subject))`.as(
  'second_factor',
);
const adminsCommonPassword = sql<boolean>`(users.role = 'admin' and exists
  (select from identity.resting_accounts r where r.issuer = users.issuer and r.subject = users.subject))`.as(
  'common_password',
);

/** Stores a new account; false when its subject or its address was stored by somebody else just now. */
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

/** Changes an account's row. A change of role or proof also notes since when the role has power. */
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

/** Empties a profile whose owner need not be who typed it; it is called after its address until the owner says more. */
export async function clearProfile(tx: Database, { id, email }: UserRow, now: Date): Promise<void> {
  const name = email.split('@')[0] ?? '';
  await updateUser(tx, id, {
    name,
    phone: '',
    address: '',
    education: '',
    linkedin: '',
    updated_at: now,
  });
}

/** The admins' rows, held until the end of the transaction, so that two commands cannot each revoke the other's last one. */
export function lockAdmins(tx: Database): Promise<UserRow[]> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'admin')
    .where('replaced_at', 'is', null)
    .orderBy('email')
    .forUpdate()
    .execute();
}

/** An admin, with what the role has no power without: a verified address, no block, and in live a second factor and a password that is not common. */
type ListedAdmin = Pick<
  UserRow,
  'email' | 'name' | 'email_verified' | 'role' | 'power_since' | 'blocked_at'
> & {
  readonly second_factor: boolean;
  readonly common_password: boolean;
};

/** Admins in alphabetical order. */
export function listAdmins(db: Database): Promise<ListedAdmin[]> {
  return db
    .selectFrom('users')
    .select([
      'email',
      'name',
      'email_verified',
      'role',
      'power_since',
      'blocked_at',
      adminsSecondFactor,
      adminsCommonPassword,
    ])
    .where('role', '=', 'admin')
    .where('replaced_at', 'is', null)
    .orderBy('email')
    .execute();
}

/** An account of the admin's table. */
export type ListedUser = UserRow & { readonly second_factor: boolean };

/** Accounts as the admin's table wants them. */
export function listUsers(db: Database, query: UsersQuery): Promise<Page<ListedUser[]>> {
  let rows = db
    .selectFrom('users')
    .selectAll()
    .select(adminsSecondFactor)
    .where('replaced_at', 'is', null);
  if (query.role === 'admin') rows = rows.where('role', '=', 'admin');
  if (query.role === 'user') rows = rows.where('role', 'is', null);
  if (query.blocked === 'yes') rows = rows.where('blocked_at', 'is not', null);
  if (query.blocked === 'no') rows = rows.where('blocked_at', 'is', null);
  if (query.q) rows = rows.where(containsText(query.q, [sql.ref('name'), sql.ref('email')]));
  return fetchPage(rows, sortOrder(query.sort), query);
}

function sortOrder(sort: UsersQuery['sort']): ListOrder {
  const newest = newestFirst('users');
  if (sort === 'oldest') return { ...newest, descending: false };
  if (sort === 'name') return { ...newest, by: sql`lower(name)`, type: 'text', descending: false };
  if (sort === 'email') return { ...newest, by: sql.ref('email'), type: 'text', descending: false };
  return newest;
}
