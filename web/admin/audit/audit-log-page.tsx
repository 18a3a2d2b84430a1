import { useLoaderData, type ClientLoaderFunctionArgs } from 'react-router';
import { AuditQuery, type AuditEntry } from '#contract/audit.ts';
import { page } from '#web/api/call.ts';
import { soon } from '#web/api/soon.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { ListForm, type Choice } from '#web/admin/list/list-form.tsx';
import { pageLength, wantedIn } from '#web/admin/list/wanted.ts';
import { privateMeta } from '#web/meta.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { AuditTable } from './audit-table.tsx';

const title = 'Audit Log';
const choices: readonly Choice[] = [
  {
    name: 'subject',
    label: 'About',
    usual: 'Everything',
    options: { part: 'Products', order: 'Orders', user: 'Accounts', image: 'Pictures' },
  },
];
const words = { rows: 'entries', none: 'No admin has changed anything yet.', nothing: 'No entry fits this search.' };

export const meta = () => privateMeta(title);

export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) =>
  soon({ entries: page('listAudit', { query: { ...wantedIn(AuditQuery, request.url), limit: pageLength } }) }, 50);

/** Who changed what, and when: every write of an admin. */
export default function AuditLogPage() {
  const { entries } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle className="mb-6">{title}</PageTitle>
      <ListForm searchLabel="Admin, action or subject" choices={choices} />
      <AdminList page={entries} words={words} keyOf={({ _id }: AuditEntry) => _id}>
        {(rows) => <AuditTable entries={rows} />}
      </AdminList>
    </>
  );
}
