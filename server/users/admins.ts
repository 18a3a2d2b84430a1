import { actorText, recordAudit, type Actor, type AuditNote } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { mailNewAdmin } from '#server/mails/mail-admins.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { lockAdmins, lockUserByEmail, updateUser, type UserRow } from './store.ts';

/** What giving and taking the role needs of the shop: commands beside it have no more. */
export type RoleContext = Pick<
  Shop,
  'db' | 'clock' | 'log' | 'networkHash' | 'contact' | 'publicUrl'
>;

/** Who gives or takes the role: an admin by a request, or an operator, who has none. */
interface RoleChange {
  readonly actor: Actor;
  readonly from: RequestSource | undefined;
}

/** Done at the command line. */
export const byOperator: RoleChange = { actor: 'command line', from: undefined };

/** What came of giving or taking the role. */
export type AdminOutcome =
  | 'granted'
  | 'granted-unverified'
  | 'revoked'
  | 'unchanged'
  | 'unknown'
  | 'last-admin';

/** An outcome, and whose role changed. */
type Outcome = readonly [AdminOutcome, changed?: UserRow];

/** Makes an account an admin, and tells all admins: the way the first one comes to be. */
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

/** Takes an admin's role away, but never the last one's that has power: the shop would be without. */
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

/** Whether nobody else could run the shop: a role has power with a confirmed address and without a block. `admins` are those of `lockAdmins`. */
export function isLastAdmin(admins: readonly UserRow[], userId: string): boolean {
  const powerful = admins.filter((admin) => admin.email_verified && admin.blocked_at === null);
  return powerful.length === 1 && powerful[0]?.id === userId;
}

/** Who becomes an admin, and by whom; `by` in words that admins understand. */
interface Promotion {
  readonly user: UserRow;
  readonly actor: Actor;
  readonly by: string;
}

/** Gives the role with what belongs to it, whoever gives it: a line of the audit log and a mail to all admins. */
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

/** What the audit log says of a change of the role. */
function roleNote(
  user: UserRow,
  role: 'admin' | null,
  { actor, now }: { actor: Actor; now: Date },
): AuditNote {
  const action = role === null ? 'admin revoked' : 'admin assigned';
  return {
    actor,
    action,
    subject: { type: 'user', id: user.id },
    before: { role: user.role },
    after: { role },
    now,
  };
}

/** Writes down, for whoever guards the shop, that a role has changed. */
export async function recordRole(
  desk: RoleContext,
  userId: string,
  { role, by }: { role: 'admin' | null; by: RoleChange },
): Promise<void> {
  const details = { role: role ?? 'none', by: actorText(by.actor) };
  await recordSecurityEvent(desk, { kind: 'role_changed', userId, from: by.from, details });
}
