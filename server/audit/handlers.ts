import { mapPage } from '#server/db/page.ts';
import type { Handlers } from '#server/http/serve.ts';
import { listAudit } from './store.ts';
import { findPeople } from '#server/people/store.ts';
import type { Shop } from '#server/shop.ts';

/** The audit log for admins. */
export function auditHandlers({ db }: Shop): Handlers<'listAudit'> {
  return {
    async listAudit({ query }) {
      const page = await listAudit(db, query);
      const people = await findPeople(
        db,
        page.rows.flatMap(({ actor, subject_id }) => [actor, subject_id]),
      );
      return mapPage(page, (row) => ({
        _id: row.id,
        createdAt: row.created_at.toISOString(),
        actor: people.nameFor(row.actor),
        action: row.action,
        subjectType: row.subject_type,
        subjectId: row.subject_id,
        subjectName:
          row.subject_type === 'user' ? people.nameFor(row.subject_id) : row.subject_name,
        before: row.before as Record<string, unknown> | null,
        after: row.after as Record<string, unknown> | null,
      }));
    },
  };
}
