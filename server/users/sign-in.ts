import { randomBytes } from 'node:crypto';
import { hourMs } from '#contract/durations.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lengthenHolds } from '#server/holds/store.ts';
import { refuse } from '#server/http/refusal.ts';
import { hashToken } from '#server/http/who.ts';
import { endAll } from '#server/orders/end-orders.ts';
import { startEndingOrdersOf, type OrderToEnd } from '#server/orders/store.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { VerifiedIdentity } from '#server/third-parties/identity/port.ts';
import {
  insertUser,
  lockUserByEmail,
  lockUserBySubject,
  updateUser,
  type Profile,
  type UserRow,
} from './store.ts';
import { deleteTokensOf, insertToken } from './token-store.ts';

const tokenHours = 12;

/** The shop's own access token and the moment it ends. */
export interface AccessToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/**
 * Stores the account an identity token proves and gives it an access token.
 * Refuses with `email_taken` when the address belongs to another subject and is not verified, with `account_blocked` when an
 * admin keeps the account out, and with `identity_invalid` when its owner closed it.
 */
export async function signIn(
  shop: Shop,
  identity: VerifiedIdentity,
  { profile, from }: { readonly profile: Profile; readonly from: RequestSource },
): Promise<AccessToken> {
  const now = shop.clock.now();
  const accessToken = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + tokenHours * hourMs);
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
  // By the normal path, each on its own: one that is being paid just now, or a provider that is silent, must not undo the sign-in.
  await endAll(shop, ending);
  return { accessToken, expiresAt };
}

interface SignIn {
  readonly identity: VerifiedIdentity;
  readonly profile: Profile;
  readonly now: Date;
  /** Whom somebody may write to who is kept out. */
  readonly contact: string;
}

/** The account of a sign-in. */
interface SignedIn {
  readonly userId: string;
  readonly isNew: boolean;
  /** Whom it took the address from, and the unpaid orders of that account. */
  readonly replaced: string | undefined;
  readonly ending: readonly OrderToEnd[];
}

async function storeAccount(tx: Database, attempt: SignIn): Promise<SignedIn> {
  const { identity, now, contact } = attempt;
  const holder = await lockUserByEmail(tx, identity.email);
  const own = await lockUserBySubject(tx, identity);
  // Also when another subject comes with a blocked account's address: the block is for whoever reads that mailbox.
  if (holder?.blocked_at || own?.blocked_at) refuse('account_blocked', { details: { contact } });
  // Closed, and the identity service has not forgotten it yet.
  if (own?.closed_at) refuse('identity_invalid');
  if (holder !== undefined && isOf(holder, identity)) {
    await updateUser(tx, holder.id, {
      ...keptName(holder, attempt),
      email_verified: identity.emailVerified,
      updated_at: now,
    });
    return { userId: holder.id, isNew: false, replaced: undefined, ending: [] };
  }
  if (holder !== undefined) {
    // An address alone proves nothing: whoever registered it first keeps it until somebody shows the mailbox.
    if (!identity.emailVerified) refuse('email_taken');
    await updateUser(tx, holder.id, { replaced_at: now, updated_at: now });
    await deleteTokensOf(tx, holder.id);
  }
  const ending =
    holder === undefined
      ? []
      : await startEndingOrdersOf(tx, holder.id, { because: 'account_replaced', now });
  const userId =
    own === undefined ? await insertAccount(tx, attempt) : await takeBack(tx, own, attempt);
  return { userId, isNew: own === undefined, replaced: holder?.id, ending };
}

function isOf(row: UserRow, identity: VerifiedIdentity): boolean {
  return row.issuer === identity.issuer && row.subject === identity.subject;
}

/** A sign-in sends the name the identity service knows; it never overwrites one the account has already. */
function keptName(row: UserRow, { identity, profile }: SignIn): Profile {
  return { ...profile, name: row.name || profile.name || identity.name || '' };
}

async function insertAccount(tx: Database, { identity, profile, now }: SignIn): Promise<string> {
  const id = newId(now);
  const stored = await insertUser(tx, {
    id,
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email,
    email_verified: identity.emailVerified,
    name: profile.name || identity.name || '',
    phone: profile.phone ?? '',
    address: profile.address ?? '',
    education: profile.education ?? '',
    linkedin: profile.linkedin ?? '',
    role: null,
    created_at: now,
    updated_at: now,
    replaced_at: null,
  });
  if (stored) return id;
  // Another sign-in stored it between our look and our insert; a repeat of the statement sees its row.
  const row = (await lockUserBySubject(tx, identity)) ?? refuse('email_taken');
  return row.id;
}

/** A subject the shop knows under another address, or whose address was taken over since: a taken-over profile starts empty. */
async function takeBack(
  tx: Database,
  row: UserRow,
  { identity, profile, now }: SignIn,
): Promise<string> {
  const empty = {
    name: '',
    phone: '',
    address: '',
    education: '',
    linkedin: '',
    role: null,
    replaced_at: null,
  };
  const start = row.replaced_at === null ? {} : empty;
  const name = (row.replaced_at === null ? row.name : '') || profile.name || identity.name || '';
  await updateUser(tx, row.id, {
    ...start,
    ...profile,
    name,
    email: identity.email,
    email_verified: identity.emailVerified,
    updated_at: now,
  });
  return row.id;
}
