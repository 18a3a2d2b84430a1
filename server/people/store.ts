import { sql, type RawBuilder } from 'kysely';
import { idPattern } from '#contract/fields.ts';
import { containsText } from '#server/db/contains-text.ts';
import { firstThatBegin } from '#server/db/text-begins.ts';
import type { Database } from '#server/shop.ts';

/** The accounts behind some ids. */
export interface People {
  /** What to show for an actor: the account's address, or a word such as 'shop' unchanged. */
  nameFor(actor: string): string;
}

/** Looks up the current names of actors: history stores ids only. */
export async function findPeople(db: Database, actors: readonly string[]): Promise<People> {
  const ids = [...new Set(actors.filter((actor) => idPattern.test(actor)))];
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'email', 'replaced_at', 'closed_at'])
          .where('id', 'in', ids)
          .execute();
  const people = new Map(rows.map((row) => [row.id, displayName(row)]));
  return {
    nameFor: (actor) => (idPattern.test(actor) ? (people.get(actor) ?? 'deleted account') : actor),
  };
}

interface Account {
  readonly email: string;
  readonly replaced_at: Date | null;
  readonly closed_at: Date | null;
}

/** A closed account has no name, and the address of a replaced account now belongs to another one. */
function displayName({ email, replaced_at, closed_at }: Account): string {
  if (closed_at !== null || !email.includes('@')) return 'A customer';
  return replaced_at === null ? email : `${email} (an earlier account)`;
}

/** Accounts that each way to look looks at, at most, so that a list is answered as fast with a million of them as with a thousand. */
const most = { lookedThrough: 5000, byBeginning: 1000 };

/** SQL: whether the text stands anywhere in the name or address of one of the newest thousands of accounts, or one of any present one begins with it. */
export function isMatchingUser(typed: string): RawBuilder<boolean> {
  const begins = [sql`lower(name)`, sql.ref('email')].map((text) =>
    firstThatBegin(typed, {
      table: 'users',
      column: 'ctid',
      text,
      indexed: sql`replaced_at is null`,
      most: most.byBeginning,
    }),
  );
  return sql<boolean>`users.ctid = any (array(
    select ctid from (select ctid, name, email from users order by created_at desc, id desc limit ${most.lookedThrough}) newest
      where ${containsText(typed, [sql.ref('name'), sql.ref('email')])}
    union ${sql.join(begins, sql` union `)}))`;
}

/** A subquery: the ids, as text, of accounts whose name or address matches the typed text. */
export function matchingUserIds(typed: string): RawBuilder<string> {
  return sql`select id::text from users where ${isMatchingUser(typed)}`;
}
