import { sql, type Selectable } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { AuditQuery } from '#contract/audit.ts';
import { newId } from '#server/db/new-id.ts';
import { containing } from '#server/db/containing.ts';
import { fetchPage, newestFirst } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** Who did something: an account, or an operator at the command line. */
export interface Actor {
  readonly userId: string | null;
  readonly email: string;
}

/** One admin write, with what it changed. */
export interface AuditNote {
  readonly actor: Actor;
  readonly action: string;
  readonly subject: { readonly type: Tables['audit_log']['subject_type']; readonly id: string; readonly name: string };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/** Writes an admin's deed into the append-only log; call it in the transaction of the deed. */
export async function recordAudit(tx: Database, { actor, action, subject, before, after, now }: AuditNote): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(now),
      created_at: now,
      actor_id: actor.userId,
      actor: actor.email,
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_name: subject.name,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();
}

/** What admins did, newest first. */
export function listAudit(db: Database, query: AuditQuery): Promise<Page<Selectable<Tables['audit_log']>[]>> {
  let rows = db.selectFrom('audit_log').selectAll();
  if (query.subject) rows = rows.where('subject_type', '=', query.subject);
  if (query.q)
    rows = rows.where(containing(query.q, [sql.ref('actor'), sql.ref('action'), sql.ref('subject_name'), sql.ref('subject_id')]));
  return fetchPage(rows, newestFirst('audit_log'), query);
}
