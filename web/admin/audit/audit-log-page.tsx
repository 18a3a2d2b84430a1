import { useLoaderData } from 'react-router';
import { AuditQuery, type AuditEntry } from '#contract/audit.ts';
import { page } from '#web/api/call.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { ListForm, type Choice } from '#web/admin/list/list-form.tsx';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { HistoryTabs } from '#web/admin/history-tabs.tsx';
import { privateMeta } from '#web/meta.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { AuditTable } from './audit-table.tsx';

const title = 'Audit Log';
const choices: readonly Choice[] = [
  {
    name: 'subject',
    label: 'About',
    usual: 'Everything',
    options: {
      part: 'Products',
      order: 'Orders',
      user: 'Accounts',
      image: 'Pictures',
      mail: 'Mails',
      history: 'History',
    },
  },
];
const words = {
  rows: 'entries',
  none: 'No admin has changed anything yet.',
  nothing: 'No entry fits this search.',
};

export const meta = () => privateMeta(title);

export const clientLoader = listLoader(AuditQuery, (query) => page('listAudit', { query }));

/** Who changed what, and when: every write of an admin. */
export default function AuditLogPage() {
  const { list } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle className="mb-4">{title}</PageTitle>
      <HistoryTabs />
      <ListForm searchLabel="Admin, action or subject" choices={choices} />
      <AdminList page={list} words={words} keyOf={({ _id }: AuditEntry) => _id}>
        {(rows) => <AuditTable entries={rows} />}
      </AdminList>
    </>
  );
}
