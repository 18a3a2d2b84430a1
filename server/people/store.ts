import { sql, type RawBuilder } from 'kysely';
import { idPattern } from '#contract/fields.ts';
import { containsText } from '#server/db/contains-text.ts';
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

/** A subquery: the ids, as text, of accounts whose name or address contains the typed text. */
export function matchingUserIds(typed: string): RawBuilder<string> {
  return sql`select id::text from users where ${containsText(typed, [sql.ref('users.name'), sql.ref('users.email')])}`;
}
