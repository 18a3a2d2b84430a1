import { sql, type RawBuilder } from 'kysely';
import { containing } from '#server/db/containing.ts';
import type { Database } from '#server/shop.ts';

/** Somebody behind an id of the books, as they are called now. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** The people behind the ids of some rows. */
export interface People {
  /** Undefined when there is no such account any more. */
  of(id: string): Person | undefined;
  /** What to show for an id: the address; what is no id (a word such as 'shop') is shown as it is. */
  shown(actor: string): string;
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Gives ids the names they have now: the books keep ids only. What is no id is passed over. */
export async function findPeople(db: Database, actors: readonly string[]): Promise<People> {
  const ids = [...new Set(actors.filter((actor) => idForm.test(actor)))];
  const rows =
    ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'name', 'email', 'replaced_at']).where('id', 'in', ids).execute();
  const people = new Map(rows.map(({ id, name, email, replaced_at }) => [id, { name, email: calledNow(email, replaced_at) }]));
  return {
    of: (id) => people.get(id),
    shown: (actor) => (idForm.test(actor) ? (people.get(actor)?.email ?? 'deleted account') : actor),
  };
}

/** The address of an account that was taken over is somebody else's now. */
function calledNow(email: string, replacedAt: Date | null): string {
  if (!email.includes('@')) return 'A customer';
  return replacedAt === null ? email : `${email} (an earlier account)`;
}

/** A subquery: the ids, as text, of everybody whose name or address contains what somebody typed. */
export function idsOfPeople(typed: string): RawBuilder<string> {
  return sql`select id::text from users where ${containing(typed, [sql.ref('users.name'), sql.ref('users.email')])}`;
}
