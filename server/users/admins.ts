import { actorText, recordAudit, type Actor, type AuditNote } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { mailNewAdmin } from '#server/mails/mail-admins.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { lockAdmins, lockUserByEmail, updateUser, type UserRow } from './store.ts';

/** What a change of the admin role needs of the shop: a command at the terminal has no more. */
export type RoleContext = Pick<Shop, 'db' | 'clock' | 'log' | 'networkHash'>;

/** Who gives or takes the role, and from where; a command at the terminal comes from no request. */
interface RoleChange {
  readonly actor: Actor;
  readonly from: RequestSource | undefined;
}

export const byOperator: RoleChange = { actor: 'command line', from: undefined };

/** The result of giving or taking the role. */
export type AdminOutcome =
  | 'granted'
  | 'granted-unverified'
  | 'revoked'
  | 'unchanged'
  | 'unknown'
  | 'last-admin';

type Outcome = readonly [AdminOutcome, changed?: UserRow];

/** Makes an account an admin and mails all admins. This is how a shop gets its first admin. */
export async function grantAdmin(
  desk: RoleContext,
  email: string,
  by: RoleChange,
): Promise<AdminOutcome> {
  const [outcome, user] = await inTransaction(desk.db, async (tx): Promise<Outcome> => {
    const found = await lockUserByEmail(tx, email);
    if (!found) return ['unknown'];
    if (found.role === 'admin') return ['unchanged'];
    await giveRole(tx, desk, { user: found, actor: by.actor, by: 'the command line' });
    return [found.email_verified ? 'granted' : 'granted-unverified', found];
  });
  if (user) await recordRole(desk, user.id, { role: 'admin', by });
  return outcome;
}

/** Takes the admin role away, except from the last admin who has power. */
export async function revokeAdmin(
  desk: RoleContext,
  email: string,
  by: RoleChange,
): Promise<AdminOutcome> {
  const now = desk.clock.now();
  const [outcome, user] = await inTransaction(desk.db, async (tx): Promise<Outcome> => {
    const admins = await lockAdmins(tx);
    const found = admins.find((admin) => admin.email === email);
    if (!found) return [(await lockUserByEmail(tx, email)) ? 'unchanged' : 'unknown'];
    if (isLastAdmin(admins, found.id)) return ['last-admin'];
    await updateUser(tx, found.id, { role: null, updated_at: now });
    await recordAudit(tx, roleNote(found, null, { actor: by.actor, now }));
    return ['revoked', found];
  });
  if (user) await recordRole(desk, user.id, { role: null, by });
  return outcome;
}

/** Whether this is the only admin with power: a confirmed address and no block. `admins` come from `lockAdmins`. */
export function isLastAdmin(admins: readonly UserRow[], userId: string): boolean {
  const powerful = admins.filter((admin) => admin.email_verified && admin.blocked_at === null);
  return powerful.length === 1 && powerful[0]?.id === userId;
}

interface Promotion {
  readonly user: UserRow;
  readonly actor: Actor;
  /** Who did it, as the mail to the admins says it. */
  readonly by: string;
}

/** Gives the role, writes the audit log and mails all admins. */
export async function giveRole(
  tx: Database,
  desk: RoleContext,
  { user, actor, by }: Promotion,
): Promise<void> {
  const now = desk.clock.now();
  await updateUser(tx, user.id, { role: 'admin', updated_at: now });
  await recordAudit(tx, roleNote(user, 'admin', { actor, now }));
  await mailNewAdmin(tx, desk, {
    id: user.id,
    email: user.email,
    isProven: user.email_verified,
    by,
  });
}

function roleNote(
  user: UserRow,
  role: 'admin' | null,
  { actor, now }: { actor: Actor; now: Date },
): AuditNote {
  return {
    actor,
    action: role === null ? 'admin revoked' : 'admin assigned',
    subject: { type: 'user', id: user.id },
    before: { role: user.role },
    after: { role },
    now,
  };
}

/** Records the security event of a changed role. */
export async function recordRole(
  desk: RoleContext,
  userId: string,
  { role, by }: { role: 'admin' | null; by: RoleChange },
): Promise<void> {
  const details = { role: role ?? 'none', by: actorText(by.actor) };
  await recordSecurityEvent(desk, { kind: 'role_changed', userId, from: by.from, details });
}
