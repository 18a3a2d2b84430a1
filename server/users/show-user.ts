import type { User } from '#contract/users.ts';
import type { UserRow } from '#server/users/store.ts';

/** An account as itself and admins see it. */
export function showUser(row: UserRow): User {
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
