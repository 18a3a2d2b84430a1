import { texts } from '#contract/texts.ts';
import type { User } from '#contract/users.ts';
import { Address } from '#web/ui/address.tsx';
import { StepNoteLine, type StepNote } from '#web/ui/step-note.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { stepsFor, userSteps, type UserStep } from './user-steps.ts';

/** A step at somebody's account, to be asked about. */
export interface AskedUser {
  readonly step: UserStep;
  readonly user: User;
}

/** All accounts (Spec §2: Manage Users). */
export function UsersTable(props: UsersTableProps) {
  const { email: own } = useDashboardUser();
  const rows = props.users.map((user, index) => ({ ...user, index: props.from + index }));
  return (
    <Table
      label={texts.manageUsers}
      rows={rows}
      keyOf={({ email }) => email}
      columns={columnsOf(props, own)}
    />
  );
}

interface UsersTableProps {
  readonly users: readonly User[];
  /** The number of the first row. */
  readonly from: number;
  readonly note: StepNote | undefined;
  readonly onAsk: (asked: AskedUser) => void;
}

function columnsOf(
  { note, onAsk }: UsersTableProps,
  own: string,
): Column<User & { readonly index: number }>[] {
  return [
    { head: 'No.', cell: ({ index }) => <span className="quiet figures">{index}</span> },
    { head: 'Name', cell: (user) => <Name user={user} /> },
    { head: 'Email', cell: ({ email }) => <Address email={email} /> },
    { head: 'Role', cell: (user) => <Role user={user} /> },
    {
      head: 'Action',
      cell: (user) => (
        <div>
          {user.email === own ? (
            <span className="quiet">This is you</span>
          ) : (
            <Steps user={user} onAsk={onAsk} />
          )}
          <StepNoteLine note={note} rowId={user.email} />
        </div>
      ),
    },
  ];
}

function Steps({ user, onAsk }: { readonly user: User; readonly onAsk: UsersTableProps['onAsk'] }) {
  return (
    <div className="flex flex-wrap gap-1 max-md:justify-end lg:flex-nowrap">
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

/** A very long word is broken, an ordinary name is not, however much the other columns want. */
function Name({ user }: { readonly user: User }) {
  return <div className="font-semibold [overflow-wrap:anywhere] md:min-w-24">{nameOf(user)}</div>;
}

/** Admin power needs a confirmed address (decisions: Identity). */
function Role({ user: { role, emailVerified, blockedAt, secondFactor } }: { readonly user: User }) {
  return (
    <div>
      <div className="flex flex-wrap gap-2 max-md:justify-end">
        <Badge tone={role ? 'good' : 'neutral'}>{role ? 'Admin' : 'User'}</Badge>
        {blockedAt !== null && <Badge tone="bad">Blocked</Badge>}
      </div>
      {role && !emailVerified && <p className="quiet mt-1 text-sm">once the e-mail is confirmed</p>}
      {role && secondFactor === false && (
        <p className="text-warning mt-1 text-sm font-semibold whitespace-nowrap">
          no second factor
        </p>
      )}
    </div>
  );
}

/** What an account is called. */
export function nameOf({ name }: User): string {
  return name === '' ? texts.anonymous : name;
}
