import { texts } from '#contract/texts.ts';
import type { User } from '#contract/users.ts';
import { Address } from '#web/ui/address.tsx';
import { StepNoteLine, type StepNote } from '#web/admin/list/step-note.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

/** All accounts (Spec §2: Manage Users). */
export function UsersTable(props: UsersTableProps) {
  const rows = props.users.map((user, index) => ({ ...user, index: props.from + index }));
  return <Table label={texts.manageUsers} rows={rows} keyOf={({ email }) => email} columns={columnsOf(props)} />;
}

interface UsersTableProps {
  readonly users: readonly User[];
  /** The number of the first row. */
  readonly from: number;
  readonly note: StepNote | undefined;
  readonly onMakeAdmin: (user: User) => void;
}

function columnsOf({ note, onMakeAdmin }: UsersTableProps): Column<User & { readonly index: number }>[] {
  return [
    { head: 'No.', cell: ({ index }) => <span className="quiet figures">{index}</span> },
    { head: 'Name', cell: (user) => <span className="font-semibold [overflow-wrap:anywhere]">{nameOf(user)}</span> },
    { head: 'Email', cell: ({ email }) => <Address email={email} /> },
    { head: 'Role', cell: (user) => <Role user={user} /> },
    {
      head: 'Action',
      cell: (user) => (
        <div>
          {user.role ? (
            <span className="quiet">None</span>
          ) : (
            <Button small className="whitespace-nowrap" onClick={() => onMakeAdmin(user)}>
              {texts.makeAdmin}
              <span className="sr-only">{`: ${nameOf(user)}`}</span>
            </Button>
          )}
          <StepNoteLine note={note} rowId={user.email} />
        </div>
      ),
    },
  ];
}

/** Admin power needs a confirmed address (decisions: Identity). */
function Role({ user: { role, emailVerified } }: { readonly user: User }) {
  return (
    <div>
      <Badge tone={role ? 'good' : 'neutral'}>{role ? 'Admin' : 'User'}</Badge>
      {role && !emailVerified && <p className="quiet mt-1 text-sm">once the e-mail is confirmed</p>}
    </div>
  );
}

/** What an account is called. */
export function nameOf({ name }: User): string {
  return name === '' ? texts.anonymous : name;
}
