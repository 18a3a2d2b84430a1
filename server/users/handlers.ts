import type { ProfileEdit, User } from '#contract/users.ts';
import { factorDueAt } from '#server/http/admin-factor.ts';
import { refuse } from '#server/http/refusal.ts';
import { mapPage } from '#server/db/page.ts';
import { hashToken } from '#server/http/who.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { revokeAdmin } from './admins.ts';
import { accountDataOf } from './account-data.ts';
import { blockUser, unblockUser } from './block-user.ts';
import { closeAccount } from './close-account.ts';
import { endUserSessions } from './end-sessions.ts';
import { makeAdmin } from './make-admin.ts';
import { showListedUser, showUser } from './show-user.ts';
import { signIn } from './sign-in.ts';
import {
  findUserByEmail,
  hasCommonPassword,
  hasSecondFactor,
  listUsers,
  updateUser,
  type Profile,
  type UserRow,
} from './store.ts';
import { deleteToken } from './token-store.ts';

const acknowledged = { acknowledged: true };

/** The calls about accounts: what everybody does with their own. */
export function userHandlers(
  shop: Shop,
): Handlers<'getUser' | 'putUser' | 'signOut' | 'getAccountData' | 'closeAccount'> {
  return {
    getUser: async ({ params, who }) => {
      const row = (await findUserByEmail(shop.db, params.email)) ?? refuse('user_not_found');
      return {
        ...showUser(row),
        ...(await factorDemand(shop, row)),
        ...(row.id === who.userId && (await passwordDemand(shop, row))),
      };
    },

    putUser: async ({ params, body, who, bearer, address, requestId }) => {
      const result = acknowledged;
      if (who.kind === 'customer') {
        await updateUser(shop.db, who.userId, { ...profileOf(body), updated_at: shop.clock.now() });
        return { result };
      }
      if (bearer === undefined) refuse('sign_in_required');
      const identity = (await shop.identity.verify(bearer)) ?? refuse('identity_invalid');
      if (identity.email !== params.email) refuse('not_allowed');
      const { accessToken, expiresAt } = await signIn(shop, identity, {
        profile: profileOf(body),
        from: { address, requestId },
      });
      return { result, accessToken, expiresAt: expiresAt.toISOString() };
    },

    signOut: async ({ bearer }) => {
      // The page signs out of the identity service at the same moment, which ends the token too.
      if (bearer !== undefined) await deleteToken(shop.db, hashToken(bearer));
      return acknowledged;
    },

    closeAccount: async ({ who, body, address, requestId }) => {
      await closeAccount(shop, { who, typedEmail: body.typedEmail, from: { address, requestId } });
      return acknowledged;
    },

    getAccountData: ({ who, address, requestId }) =>
      accountDataOf(shop, who, { address, requestId }),
  };
}

/** What admins do with the accounts of others. */
export function manageUserHandlers(
  shop: Shop,
): Handlers<
  'listUsers' | 'makeAdmin' | 'revokeAdmin' | 'blockUser' | 'unblockUser' | 'endUserSessions'
> {
  return {
    listUsers: async ({ query }) => mapPage(await listUsers(shop.db, query), showListedUser),

    makeAdmin: ({ who, params, address, requestId }) =>
      makeAdmin(shop, { admin: who, email: params.email, from: { address, requestId } }),

    revokeAdmin: async ({ who, params, address, requestId }) => {
      if (params.email === who.email) refuse('own_account');
      const outcome = await revokeAdmin(shop, params.email, {
        actor: who,
        from: { address, requestId },
      });
      if (outcome === 'unknown') refuse('user_not_found');
      return outcome === 'last-admin' ? refuse('last_admin') : acknowledged;
    },

    blockUser: async ({ who, params, address, requestId }) => {
      await blockUser(shop, { admin: who, email: params.email, from: { address, requestId } });
      return acknowledged;
    },

    unblockUser: async ({ who, params, address, requestId }) => {
      await unblockUser(shop, { admin: who, email: params.email, from: { address, requestId } });
      return acknowledged;
    },

    endUserSessions: async ({ who, params, address, requestId }) => {
      await endUserSessions(shop, {
        admin: who,
        email: params.email,
        from: { address, requestId },
      });
      return acknowledged;
    },
  };
}

/** What an admin without a second factor is told. */
async function factorDemand(
  { db, clock, adminFactorGraceDays }: Shop,
  row: UserRow,
): Promise<Pick<User, 'secondFactorDue'>> {
  if (adminFactorGraceDays === undefined || row.role !== 'admin') return {};
  const at = factorDueAt(
    { ...row, second_factor: await hasSecondFactor(db, row) },
    adminFactorGraceDays,
  );
  return at === undefined
    ? {}
    : { secondFactorDue: { at: at.toISOString(), passed: at <= clock.now() } };
}

/** What an admin with a common password is told. */
async function passwordDemand(
  { db }: Shop,
  row: UserRow,
): Promise<Pick<User, 'passwordTooCommon'>> {
  return row.role === 'admin' && (await hasCommonPassword(db, row))
    ? { passwordTooCommon: true }
    : {};
}

/** The fields a person may write, and only those that were sent: role, id and e-mail have no way in. */
function profileOf(body: ProfileEdit): Profile {
  const profile: Profile = {};
  for (const field of ['name', 'phone', 'address', 'education', 'linkedin'] as const) {
    const value = body[field];
    if (value !== undefined) profile[field] = value;
  }
  return profile;
}
