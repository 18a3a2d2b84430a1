import { useLoaderData } from 'react-router';
import * as z from 'zod/mini';
import { SecurityEventsQuery, securityEventKinds } from '#contract/security-events.ts';
import { page } from '#web/api/call.ts';
import type { Choice } from '#web/admin/list/list-form.tsx';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { HistoryTabs } from '#web/admin/history-tabs.tsx';
import { privateMeta } from '#web/meta.ts';
import { EventsTable } from './events-table.tsx';

const title = 'Security Events';
const choices: readonly Choice[] = [
  { name: 'kind', label: 'What', usual: 'Everything', options: securityEventKinds },
];
const days = { since: 'From day', until: 'To day' };
const words = {
  row: 'event',
  rows: 'events',
  none: 'Nothing has happened yet.',
};

/** The address has days, of the reader's own time; the call takes moments. */
const DaysQuery = z.extend(SecurityEventsQuery, {
  since: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
});

export const meta = () => privateMeta(title);

export const clientLoader = listLoader(DaysQuery, ({ since, until, ...query }) =>
  page('listSecurityEvents', {
    query: {
      ...query,
      ...(since === undefined ? {} : { since: new Date(`${since}T00:00`).toISOString() }),
      ...(until === undefined ? {} : { until: new Date(`${until}T23:59:59.999`).toISOString() }),
    },
  }),
);

/** Who signed in or tried to, who was given power, and what was refused as an attack. */
export default function SecurityEventsPage() {
  return (
    <AdminList
      title={title}
      words={words}
      loaded={useLoaderData<typeof clientLoader>()}
      form={{ searchLabel: 'Person, network or request', choices, days }}
      intro={<HistoryTabs />}
      keyOf={({ _id }) => _id}
    >
      {(rows) => <EventsTable events={rows} />}
    </AdminList>
  );
}
