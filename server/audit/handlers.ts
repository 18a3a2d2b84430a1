import type { Selectable } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { AuditEntry, AuditQuery } from '#contract/audit.ts';
import { mapPage } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import { csvOf, type CsvColumn } from '#server/http/csv.ts';
import type { Handlers } from '#server/http/serve.ts';
import { listAudit } from './store.ts';
import { findPeople, type People } from '#server/people/store.ts';
import type { Shop } from '#server/shop.ts';

/** The audit log for admins. */
export function auditHandlers({ db }: Shop): Handlers<'listAudit' | 'exportAudit'> {
  const entries = async (query: AuditQuery): Promise<Page<AuditEntry[]>> => {
    const page = await listAudit(db, query);
    const people = await findPeople(
      db,
      page.rows.flatMap(({ actor, subject_id }) => [actor, subject_id]),
    );
    return mapPage(page, (row) => showEntry(row, people));
  };
  return {
    listAudit: ({ query }) => entries(query),
    exportAudit: async ({ query }) => csvOf(columns, (cursor) => entries({ ...query, cursor })),
  };
}

function showEntry(row: Selectable<Tables['audit_log']>, people: People): AuditEntry {
  return {
    _id: row.id,
    createdAt: row.created_at.toISOString(),
    actor: people.nameFor(row.actor),
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectName: row.subject_type === 'user' ? people.nameFor(row.subject_id) : row.subject_name,
    before: row.before as Record<string, unknown> | null,
    after: row.after as Record<string, unknown> | null,
  };
}

/** An entry in a file. */
const columns: readonly CsvColumn<AuditEntry>[] = [
  ['At', ({ createdAt }) => createdAt],
  ['Actor', ({ actor }) => actor],
  ['Action', ({ action }) => action],
  ['About', ({ subjectType }) => subjectType],
  ['Name', ({ subjectName }) => subjectName],
  ['Id', ({ subjectId }) => subjectId],
  ['Before', ({ before }) => before && JSON.stringify(before)],
  ['After', ({ after }) => after && JSON.stringify(after)],
];
