import { randomBytes } from 'node:crypto';
import { hourMs } from '#contract/durations.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lengthenHolds } from '#server/holds/store.ts';
import { refuse } from '#server/http/refusal.ts';
import { hashToken } from '#server/http/who.ts';
import { endAll } from '#server/orders/end-orders.ts';
import { startCancellingAll, type OrderToEnd } from '#server/orders/store.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { VerifiedIdentity } from '#server/third-parties/identity/port.ts';
import { deleteBelongings } from './delete-belongings.ts';
import {
  emptyProfile,
  insertUser,
  lockUserByEmail,
  lockUserBySubject,
  updateUser,
  type Profile,
  type UserRow,
} from './store.ts';
import { insertToken } from './token-store.ts';

const mostHours = 12;

/** The shop's own access token and when it expires. */
export interface AccessToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/**
 * Creates or updates the account that an identity token proves, and gives it an access token.
 * Refuses with `email_taken` when the address belongs to another subject and is not verified, with `account_blocked` when
 * an admin has blocked the account, and with `identity_invalid` when its owner closed it.
 */
export async function signIn(
  shop: Shop,
  identity: VerifiedIdentity,
  { profile, from }: { readonly profile: Profile; readonly from: RequestSource },
): Promise<AccessToken> {
  const now = shop.clock.now();
  const accessToken = randomBytes(32).toString('base64url');
  const hours = Math.min(mostHours, identity.mostHours ?? mostHours);
  const expiresAt = new Date(now.getTime() + hours * hourMs);
  const { userId, isNew, ending, replaced } = await inTransaction(shop.db, async (tx) => {
    const account = await storeAccount(tx, { identity, profile, now, contact: shop.contact.email });
    if (identity.emailVerified) await lengthenHolds(tx, account.userId, shop.orderHoldHours);
    await insertToken(tx, {
      token_hash: hashToken(accessToken),
      user_id: account.userId,
      created_at: now,
      expires_at: expiresAt,
      identity_session: identity.session,
    });
    return account;
  });
  if (replaced !== undefined)
    await recordSecurityEvent(shop, {
      kind: 'account_taken_over',
      userId: replaced,
      from,
      details: { by: userId },
    });
  if (isNew) await recordSecurityEvent(shop, { kind: 'registered', userId, from });
  // After the transaction and one by one: an order that is just being paid, or a provider that does not answer, must not undo the sign-in.
  await endAll(shop, ending);
  return { accessToken, expiresAt };
}

interface SignIn {
  readonly identity: VerifiedIdentity;
  readonly profile: Profile;
  readonly now: Date;
  /** Where a blocked person may write to. */
  readonly contact: string;
}

interface SignedIn {
  readonly userId: string;
  readonly isNew: boolean;
  /** The account that lost its address to this one, and its unpaid orders. */
  readonly replaced: string | undefined;
  readonly ending: readonly OrderToEnd[];
}

async function storeAccount(tx: Database, attempt: SignIn): Promise<SignedIn> {
  const { identity, now, contact } = attempt;
  const holder = await lockUserByEmail(tx, identity.email);
  const own = await lockUserBySubject(tx, identity);
  // Also when another subject signs in with a blocked account's address: the block is for whoever reads that mailbox.
  if (holder?.blocked_at || own?.blocked_at) refuse('account_blocked', { details: { contact } });
  // Closed, but not yet deleted at the identity service.
  if (own?.closed_at) refuse('identity_invalid');
  if (holder?.id !== undefined && holder.id === own?.id) {
    await updateUser(tx, holder.id, {
      ...withKeptName(holder, attempt),
      email_verified: identity.emailVerified,
      updated_at: now,
    });
    return { userId: holder.id, isNew: false, replaced: undefined, ending: [] };
  }
  if (holder !== undefined) {
    // Whoever registered an address first keeps it until somebody proves that the mailbox is theirs.
    if (!identity.emailVerified) refuse('email_taken');
    await updateUser(tx, holder.id, { replaced_at: now, updated_at: now });
    await deleteBelongings(tx, holder.id);
  }
  const ending =
    holder === undefined
      ? []
      : await startCancellingAll(tx, holder.id, { because: 'account_replaced', now });
  const userId =
    own === undefined ? await insertAccount(tx, attempt) : await takeBack(tx, own, attempt);
  return { userId, isNew: own === undefined, replaced: holder?.id, ending };
}

/** The name from a sign-in never overwrites one that the account already has. */
function withKeptName(
  { name }: Pick<UserRow, 'name'>,
  { identity, profile }: Pick<SignIn, 'identity' | 'profile'>,
): Profile {
  return { ...profile, name: name || profile.name || identity.name || '' };
}

async function insertAccount(tx: Database, { identity, profile, now }: SignIn): Promise<string> {
  const id = newId(now);
  const stored = await insertUser(tx, {
    ...emptyProfile,
    ...profile,
    id,
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email,
    email_verified: identity.emailVerified,
    name: profile.name || identity.name || '',
    role: null,
    created_at: now,
    updated_at: now,
    replaced_at: null,
  });
  if (stored) return id;
  // Another sign-in inserted it after our select; selecting again sees its row.
  const row = (await lockUserBySubject(tx, identity)) ?? refuse('email_taken');
  return row.id;
}

/**
 * Reuses the account of a known subject that has a new address, or had lost its old one; in the latter case the profile starts
 * empty. A role was given to whoever reads the mailbox of before.
 */
async function takeBack(
  tx: Database,
  row: UserRow,
  { identity, profile, now }: SignIn,
): Promise<string> {
  const start = row.replaced_at === null ? {} : { ...emptyProfile, replaced_at: null };
  await updateUser(tx, row.id, {
    ...start,
    ...withKeptName({ ...row, ...start }, { identity, profile }),
    role: null,
    email: identity.email,
    email_verified: identity.emailVerified,
    updated_at: now,
  });
  return row.id;
}
