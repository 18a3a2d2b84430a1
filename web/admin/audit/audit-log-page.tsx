import { useLoaderData } from 'react-router';
import { AuditQuery, type AuditEntry } from '#contract/audit.ts';
import { page } from '#web/api/call.ts';
import type { Choice } from '#web/admin/list/list-form.tsx';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { HistoryTabs } from '#web/admin/history-tabs.tsx';
import { privateMeta } from '#web/meta.ts';
import { AuditTable } from './audit-table.tsx';

const title = 'Audit Log';
// Each subject, so that none is filtered by while the form says "Everything".
const subjects = {
  part: 'Products',
  order: 'Orders',
  user: 'Accounts',
  image: 'Pictures',
  mail: 'Mails',
  history: 'History',
  payment: 'Payments',
  settings: 'Shop settings',
  synonym: 'Synonyms',
  vehicle: 'Vehicles',
  import: 'Imports',
} as const satisfies Record<AuditEntry['subjectType'], string>;
const choices: readonly Choice[] = [
  {
    name: 'subject',
    label: 'About',
    usual: 'Everything',
    options: subjects,
  },
];
const words = {
  row: 'entry',
  rows: 'entries',
  none: 'No admin has changed anything yet.',
};

export const meta = () => privateMeta(title);

export const clientLoader = listLoader(AuditQuery, (query) => page('listAudit', { query }));

/** Who changed what, and when: every write of an admin. */
export default function AuditLogPage() {
  return (
    <AdminList
      title={title}
      words={words}
      loaded={useLoaderData<typeof clientLoader>()}
      form={{ searchLabel: 'Admin, action or subject', choices }}
      file="exportAudit"
      intro={<HistoryTabs />}
      keyOf={({ _id }) => _id}
    >
      {(rows) => <AuditTable entries={rows} />}
    </AdminList>
  );
}
