import { texts } from '#contract/texts.ts';
import type { User } from '#contract/users.ts';
import { Address } from '#web/ui/address.tsx';
import type { StepNote } from '#web/ui/step-note.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { WorkTable, type WorkColumn } from '#web/ui/work-table.tsx';
import { paths } from '#web/paths.ts';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { numberColumn } from '#web/admin/list/number-column.tsx';
import { stepsFor, userSteps, type UserStep } from './user-steps.ts';
import { Link } from '#web/ui/link.tsx';

/** A step at somebody's account, to be asked about. */
export interface AskedUser {
  readonly step: UserStep;
  readonly user: User;
}

type OnAsk = (asked: AskedUser) => void;

/** All accounts: the columns of Spec §2 (Manage Users), then the way to their orders. */
export function UsersTable({
  users,
  from,
  note,
  onAsk,
}: {
  users: readonly User[];
  from: number;
  note: StepNote | undefined;
  onAsk: OnAsk;
}) {
  const { email: own } = useDashboardUser();
  return (
    <WorkTable
      label={texts.manageUsers}
      rows={users}
      keyOf={({ email }) => email}
      note={note}
      columns={[numberColumn(users, from), ...columnsOf(onAsk, own)]}
    />
  );
}

const columnsOf = (onAsk: OnAsk, own: string): WorkColumn<User>[] => [
  {
    head: 'Name',
    place: 'lead',
    sort: 'name',
    width: 'lg:w-44',
    title: nameOf,
    cell: nameOf,
  },
  {
    head: 'Email',
    place: 'whose',
    sort: 'email',
    title: ({ email }) => email,
    cell: ({ email }) => <Address email={email} />,
  },
  { head: 'Role', place: 'sum', width: 'lg:w-40', cell: (user) => <Role user={user} /> },
  {
    head: 'Action',
    place: 'many-steps',
    width: 'lg:w-71',
    cell: (user) =>
      user.email === own ? (
        <span className="quiet">This is you</span>
      ) : (
        <Steps user={user} onAsk={onAsk} />
      ),
  },
  {
    head: 'Orders',
    place: 'state',
    width: 'lg:w-18',
    cell: (user) => (
      <Link
        to={ordersOf(user.email)}
        className="link inline-flex min-h-6 items-center align-middle"
      >
        Orders
        <span className="sr-only">{` of ${nameOf(user)}`}</span>
      </Link>
    ),
  },
];

function Steps({ user, onAsk }: { user: User; onAsk: OnAsk }) {
  return (
    <div className="flex flex-wrap gap-1 lg:flex-nowrap">
      {stepsFor(user).map((step, place) => (
        // By its place: the button that blocked is the one that unblocks, and keeps the focus.
        <Button
          key={place}
          small
          look={place === 0 ? 'plain' : 'quiet'}
          className="whitespace-nowrap"
          onClick={() => onAsk({ step, user })}
        >
          {userSteps[step].button}
          <span className="sr-only">{`: ${nameOf(user)}`}</span>
        </Button>
      ))}
    </div>
  );
}

/** Admin power needs a confirmed address (decisions: Identity). */
function Role({ user: { role, emailVerified, blockedAt, secondFactor } }: { user: User }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 max-lg:justify-end lg:flex-nowrap">
      <Badge tone={role ? 'good' : 'neutral'}>{role ? 'Admin' : 'User'}</Badge>
      {blockedAt !== null && <Badge tone="bad">Blocked</Badge>}
      {role && !emailVerified && (
        <span className="quiet text-xs lg:truncate" title="once the e-mail is confirmed">
          once the e-mail is confirmed
        </span>
      )}
      {role && secondFactor === false && (
        <span className="text-warning text-xs font-semibold" title="no second factor">
          no second factor
        </span>
      )}
    </div>
  );
}

/** What an account is called. */
export function nameOf({ name }: User): string {
  return name === '' ? texts.anonymous : name;
}

/** The orders of one account. */
function ordersOf(email: string): string {
  return `${paths.manageOrders}?customer=${encodeURIComponent(email)}`;
}
