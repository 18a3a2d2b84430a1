import { useLoaderData, type ClientActionFunctionArgs } from 'react-router';
import { texts } from '#contract/texts.ts';
import { UsersQuery, type User } from '#contract/users.ts';
import { page } from '#web/api/call.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { ListForm, type Choice } from '#web/admin/list/list-form.tsx';
import { unlessForbidden, useStep } from '#web/admin/list/use-step.ts';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { privateMeta } from '#web/meta.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { makeAdmin } from './make-admin.ts';
import { nameOf, UsersTable } from './users-table.tsx';

const choices: readonly Choice[] = [
  { name: 'role', label: 'Role', usual: 'Everybody', options: { admin: 'Admins', user: 'Users' } },
  {
    name: 'sort',
    label: 'Sort by',
    usual: 'Newest first',
    options: { oldest: 'Oldest first', name: 'Name', email: 'E-mail' },
  },
];
const words = { rows: 'accounts', none: 'Nobody has an account yet.', nothing: 'No account fits this search.' };

export const meta = () => privateMeta(texts.manageUsers);

export const clientLoader = listLoader(UsersQuery, (query) => page('listUsers', { query }));

export const clientAction = async ({ request }: ClientActionFunctionArgs) => makeAdmin(String((await request.formData()).get('email')));

export const shouldRevalidate = unlessForbidden;

/** Everybody with an account, and who may run the shop (Spec §2: Manage Users). */
export default function ManageUsersPage() {
  const { list } = useLoaderData<typeof clientLoader>();
  const step = useStep<User>(({ email }) => ({ email }));
  return (
    <>
      <PageTitle className="mb-6">{texts.manageUsers}</PageTitle>
      <ListForm searchLabel="Name or e-mail" choices={choices} />
      <AdminList page={list} words={words} keyOf={({ email }: User) => email} note={step.note}>
        {(rows, from) => <UsersTable users={rows} from={from} note={step.note} onMakeAdmin={step.ask} />}
      </AdminList>
      <Confirm
        open={step.asked !== undefined}
        title={texts.confirmMakeAdminTitle}
        question={texts.confirmMakeAdminQuestion}
        about={step.asked && aboutUser(step.asked)}
        pending={step.pending}
        yes="signal"
        onYes={step.yes}
        onNo={step.no}
      />
    </>
  );
}

/** Whom the question is about; a role of an account that nobody has proven waits. */
function aboutUser(user: User): string {
  const waits = user.emailVerified ? '' : '. The e-mail address is not confirmed: the power begins when it is';
  return `${nameOf(user)}, ${user.email}${waits}`;
}
