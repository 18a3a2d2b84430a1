import { useLoaderData } from 'react-router';
import * as z from 'zod/mini';
import { SecurityEventsQuery, securityEventKinds } from '#contract/security-events.ts';
import { page } from '#web/api/call.ts';
import type { Choice } from '#web/admin/list/list-form.tsx';
import { dayLabels, inMoments } from '#web/admin/list/days.ts';
import { days } from '#web/admin/list/list-query.ts';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { HistoryTabs } from '#web/admin/history-tabs.tsx';
import { privateMeta } from '#web/meta.ts';
import { EventsTable } from './events-table.tsx';

const title = 'Security Events';
const choices: readonly Choice[] = [
  { name: 'kind', label: 'What', usual: 'Everything', options: securityEventKinds },
];
const words = {
  row: 'event',
  rows: 'events',
  none: 'Nothing has happened yet.',
};

const DaysQuery = z.extend(SecurityEventsQuery, days);

export const meta = () => privateMeta(title);

export const clientLoader = listLoader(DaysQuery, (query) =>
  page('listSecurityEvents', { query: inMoments(query) }),
);

/** Who signed in or tried to, who was given power, and what was refused as an attack. */
export default function SecurityEventsPage() {
  return (
    <AdminList
      title={title}
      words={words}
      loaded={useLoaderData<typeof clientLoader>()}
      form={{ searchLabel: 'Person, network or request', choices, days: dayLabels }}
      intro={<HistoryTabs />}
      keyOf={({ _id }) => _id}
    >
      {(rows) => <EventsTable events={rows} />}
    </AdminList>
  );
}
