import type { SecurityEvent } from '#contract/security-events.ts';
import { mapPage } from '#server/db/page.ts';
import type { Handlers } from '#server/http/serve.ts';
import { findPeople, type People } from '#server/people/store.ts';
import { listSecurityEvents, type SecurityEventRow } from './store.ts';
import type { Shop } from '#server/shop.ts';

/** The list of security events for admins. */
export function securityEventHandlers({ db }: Shop): Handlers<'listSecurityEvents'> {
  return {
    async listSecurityEvents({ query }) {
      const page = await listSecurityEvents(db, query);
      const people = await findPeople(db, page.rows.flatMap(idsIn));
      return mapPage(page, (row) => shown(row, people));
    },
  };
}

type Details = Record<string, string | number | boolean> | null;

function idsIn({ user_id, details }: SecurityEventRow): string[] {
  return [user_id, ...Object.values((details ?? {}) as NonNullable<Details>)].filter(
    (value) => typeof value === 'string',
  );
}

function shown(row: SecurityEventRow, people: People): SecurityEvent {
  const details = row.details as Details;
  return {
    _id: row.id,
    kind: row.kind as SecurityEvent['kind'],
    createdAt: row.created_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    times: row.times,
    userId: row.user_id,
    person: row.user_id === null ? null : people.nameFor(row.user_id),
    network: row.network_hash,
    requestId: row.request_id,
    details:
      details &&
      Object.fromEntries(
        Object.entries(details).map(([name, value]) => [
          name,
          typeof value === 'string' ? people.nameFor(value) : value,
        ]),
      ),
  };
}
