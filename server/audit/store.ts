import { sql, type Selectable } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { AuditQuery } from '#contract/audit.ts';
import { newId } from '#server/db/new-id.ts';
import { containsText } from '#server/db/contains-text.ts';
import { fetchPage, newestFirst } from '#server/db/page.ts';
import { walkBack } from '#server/db/walk-back.ts';
import { matchingUserIds } from '#server/people/store.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** Who did something: an account, or something else. 'admin' when a crash lost which admin it was. */
export type Actor = { readonly userId: string } | 'command line' | 'shop' | 'admin';

/** An actor as it is stored: people by id, because names and addresses change (docs/decisions/0018). */
export function actorText(actor: Actor): string {
  return typeof actor === 'string' ? actor : actor.userId;
}

/** What an audit row is about; a person by id. */
type AuditSubject =
  | { readonly type: 'user'; readonly id: string }
  | {
      readonly type: Exclude<Tables['audit_log']['subject_type'], 'user'>;
      readonly id: string;
      readonly name: string;
    };

/** An order in the audit log. */
export function orderSubject(order: {
  readonly id: string;
  readonly quantity: number;
  readonly part_name: string;
}): AuditSubject {
  return { type: 'order', id: order.id, name: `${order.quantity} × ${order.part_name}` };
}

/** One write of an admin, with what it changed. */
export interface AuditNote {
  readonly actor: Actor;
  readonly action: string;
  readonly subject: AuditSubject;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/** Adds to the append-only audit log; call it in the transaction of the write. */
export async function recordAudit(
  tx: Database,
  { actor, action, subject, before, after, now }: AuditNote,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(now),
      created_at: now,
      actor: actorText(actor),
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_name: subject.type === 'user' ? '' : subject.name,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();
}

/** The audit log, newest first; people as ids. */
export function listAudit(
  db: Database,
  query: AuditQuery,
): Promise<Page<Selectable<Tables['audit_log']>[]>> {
  const newest = newestFirst('audit_log');
  const { q: typed } = query;
  if (!typed) return fetchPage(rowsOf(db, query), newest, query);
  // Looked for once, though there are two columns that name them.
  const found = db.with(
    (its) => its('people').materialized(),
    () => sql<{ id: string }>`(${matchingUserIds(typed)})`,
  );
  return walkBack(rowsOf(found, query), newest, matches(typed), query);
}

function rowsOf(db: Pick<Database, 'selectFrom'>, { subject }: AuditQuery) {
  const rows = db.selectFrom('audit_log').selectAll();
  return subject ? rows.where('subject_type', '=', subject) : rows;
}

/** The rows that match a search; people are found by their current name and address. */
function matches(typed: string) {
  const isOfThem = sql`in (select id from people)`;
  return sql<boolean>`(
    ${containsText(typed, [sql.ref('action'), sql.ref('subject_name'), sql.ref('subject_id')])}
    or actor ${isOfThem} or subject_id ${isOfThem} or (actor not like ${anyId} and ${containsText(typed, [sql.ref('actor')])}))`;
}

/** SQL pattern of a user's id. Ids are not searched by letters, because a few letters match most ids. */
const anyId = '________-____-____-____-____________';
