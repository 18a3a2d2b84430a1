import { useLoaderData, type ClientActionFunctionArgs } from 'react-router';
import { texts } from '#contract/texts.ts';
import { UsersQuery } from '#contract/users.ts';
import { call, page } from '#web/api/call.ts';
import { sortChoice, type Choice } from '#web/admin/list/list-form.tsx';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { useLatestNote } from '#web/ui/latest-note.ts';
import { unlessForbidden, useStep } from '#web/ui/use-step.ts';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { privateMeta } from '#web/meta.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { takeUserStep, userSteps, type UserStep } from './user-steps.ts';
import { nameOf, UsersTable, type AskedUser } from './users-table.tsx';

const choices: readonly Choice[] = [
  { name: 'role', label: 'Role', usual: 'Everybody', options: { admin: 'Admins', user: 'Users' } },
  {
    name: 'blocked',
    label: 'Blocked',
    usual: 'All',
    options: { yes: 'Blocked', no: 'Not blocked' },
  },
  sortChoice({
    oldest: 'Oldest first',
    name: 'Name',
    '-name': 'Name, from Z',
    email: 'E-mail',
    '-email': 'E-mail, from Z',
  }),
];
const listWords = {
  row: 'account',
  rows: 'accounts',
  none: 'Nobody has an account yet.',
};

export const meta = () => privateMeta(texts.manageUsers);

export const clientLoader = listLoader(
  UsersQuery,
  (query) => page('listUsers', { query }),
  (query) => call('countUsers', { query }),
);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  return takeUserStep(form.get('step') as UserStep, String(form.get('email')));
}

export const shouldRevalidate = unlessForbidden;

/** Everybody with an account, and who may run the shop (Spec §2: Manage Users). */
export default function ManageUsersPage() {
  const step = useStep<AskedUser>((asked) => ({ step: asked.step, email: asked.user.email }));
  const note = useLatestNote(step);
  const words = step.asked && userSteps[step.asked.step];
  return (
    <>
      <AdminList
        title={texts.manageUsers}
        words={listWords}
        loaded={useLoaderData<typeof clientLoader>()}
        form={{ searchLabel: 'Name or e-mail', choices }}
        file="exportUsers"
        keyOf={({ email }) => email}
        note={note}
      >
        {(rows, from) => <UsersTable users={rows} from={from} note={note} onAsk={step.ask} />}
      </AdminList>
      <Confirm
        open={step.asked !== undefined}
        title={words?.title ?? ''}
        question={words?.question ?? ''}
        about={step.asked && aboutUser(step.asked)}
        pending={step.pending}
        yes={words?.isHarmless ? 'signal' : 'danger'}
        onYes={step.yes}
        onNo={step.no}
      />
    </>
  );
}

/** Whom the question is about; a role of an account that nobody has proven waits. */
function aboutUser({ step, user }: AskedUser): string {
  const waits =
    step === 'make-admin' && !user.emailVerified
      ? '. The e-mail address is not confirmed: the power begins when it is'
      : '';
  return `${nameOf(user)}, ${user.email}${waits}`;
}
