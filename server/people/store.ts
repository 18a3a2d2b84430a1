import { sql, type RawBuilder } from 'kysely';
import { idPattern } from '#contract/fields.ts';
import { containsText } from '#server/db/contains-text.ts';
import type { Database } from '#server/shop.ts';

/** The people behind the ids of some rows. */
export interface People {
  /** What to show for an id: the address; what is no id (a word such as 'shop') is shown as it is. */
  nameFor(actor: string): string;
}

/** Gives ids the names they have now: the books keep ids only. What is no id is passed over. */
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

/** A closed account has no name any more, and the address of one that was taken over is somebody else's now. */
function displayName({ email, replaced_at, closed_at }: Account): string {
  if (closed_at !== null || !email.includes('@')) return 'A customer';
  return replaced_at === null ? email : `${email} (an earlier account)`;
}

/** A subquery: the ids, as text, of everybody whose name or address contains what somebody typed. */
export function matchingUserIds(typed: string): RawBuilder<string> {
  return sql`select id::text from users where ${containsText(typed, [sql.ref('users.name'), sql.ref('users.email')])}`;
}
