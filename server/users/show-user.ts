import type { User } from '#contract/users.ts';
import type { CsvColumn } from '#server/http/csv.ts';
import type { ListedUser, ShownUserRow } from './store.ts';

/** An account as its owner and admins see it. */
export function showUser(row: ShownUserRow): User {
  return {
    _id: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    name: row.name,
    role: row.role,
    phone: row.phone,
    address: row.address,
    education: row.education,
    linkedin: row.linkedin,
    createdAt: row.created_at.toISOString(),
    blockedAt: row.blocked_at?.toISOString() ?? null,
  };
}

/** An account in the admin's table; for admins it also says whether a second factor is on. */
export function showListedUser(row: ListedUser): User {
  return { ...showUser(row), ...(row.role === 'admin' && { secondFactor: row.second_factor }) };
}

/** An account in a file. */
export const userColumns: readonly CsvColumn<User>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Email confirmed', ({ emailVerified }) => (emailVerified ? 'yes' : 'no')],
  ['Role', ({ role }) => (role ? 'Admin' : 'User')],
  ['Blocked since', ({ blockedAt }) => blockedAt],
  ['Phone', ({ phone }) => phone],
  ['Address', ({ address }) => address],
  ['Education', ({ education }) => education],
  ['LinkedIn', ({ linkedin }) => linkedin],
  ['Registered at', ({ createdAt }) => createdAt],
];
