import type { ProfileEdit, User } from '#contract/users.ts';
import { factorDueAt } from '#server/http/admin-factor.ts';
import { csvOf } from '#server/http/csv.ts';
import { refuse } from '#server/http/refusal.ts';
import { mapPage } from '#server/db/page.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { hashToken, type Customer } from '#server/http/who.ts';
import type { CallContext, Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { revokeAdmin } from './admins.ts';
import type { AdminAction } from './admin-action.ts';
import { accountDataOf } from './account-data.ts';
import { blockUser, unblockUser } from './block-user.ts';
import { closeAccount } from './close-account.ts';
import { endUserSessions } from './end-sessions.ts';
import { makeAdmin } from './make-admin.ts';
import { showListedUser, showUser, userColumns } from './show-user.ts';
import { signIn } from './sign-in.ts';
import {
  countUsers,
  emptyProfile,
  findUserByEmail,
  hasCommonPassword,
  hasSecondFactor,
  listUsers,
  lockOpenUser,
  updateUser,
  type Profile,
  type UserRow,
} from './store.ts';
import { deleteToken } from './token-store.ts';

const acknowledged = { acknowledged: true };

/** Calls about one's own account. */
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
        const fields = { ...profileFields(body), updated_at: shop.clock.now() };
        await inTransaction(shop.db, async (tx) => {
          if (!(await lockOpenUser(tx, who))) refuse('session_expired');
          await updateUser(tx, who.userId, fields);
        });
        return { result };
      }
      if (bearer === undefined) refuse('sign_in_required');
      const from = { address, requestId };
      const identity = (await shop.identity.verify(bearer, from)) ?? refuse('identity_invalid');
      if (identity.email !== params.email) refuse('not_allowed');
      const { accessToken, expiresAt } = await signIn(shop, identity, {
        profile: profileFields(body),
        from,
      });
      return { result, accessToken, expiresAt: expiresAt.toISOString() };
    },

    signOut: async ({ bearer }) => {
      // The page also signs out of the identity service, which ends the token too.
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

/** Calls of admins about other accounts. */
export function manageUserHandlers(
  shop: Shop,
): Handlers<
  | 'listUsers'
  | 'countUsers'
  | 'exportUsers'
  | 'makeAdmin'
  | 'revokeAdmin'
  | 'blockUser'
  | 'unblockUser'
  | 'endUserSessions'
> {
  return {
    listUsers: async ({ query }) => mapPage(await listUsers(shop.db, query), showListedUser),

    countUsers: ({ query }) => countUsers(shop.db, query),

    exportUsers: async ({ query }) =>
      csvOf(userColumns, async (cursor) =>
        mapPage(await listUsers(shop.db, { ...query, cursor }), showListedUser),
      ),

    makeAdmin: (call) => makeAdmin(shop, adminAction(call)),

    revokeAdmin: async ({ who, params, address, requestId }) => {
      if (params.email === who.email) refuse('own_account');
      const outcome = await revokeAdmin(shop, params.email, {
        actor: who,
        from: { address, requestId },
      });
      if (outcome === 'unknown') refuse('user_not_found');
      return outcome === 'last-admin' ? refuse('last_admin') : acknowledged;
    },

    blockUser: async (call) => {
      await blockUser(shop, adminAction(call));
      return acknowledged;
    },

    unblockUser: async (call) => {
      await unblockUser(shop, adminAction(call));
      return acknowledged;
    },

    endUserSessions: async (call) => {
      await endUserSessions(shop, adminAction(call));
      return acknowledged;
    },
  };
}

function adminAction({
  who,
  params,
  address,
  requestId,
}: CallContext<Customer> & { readonly params: { readonly email: string } }): AdminAction {
  return { admin: who, email: params.email, from: { address, requestId } };
}

/** Tells an admin who has no second factor by when one is required. */
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

/** Tells an admin that the password is too common. */
async function passwordDemand(
  { db }: Shop,
  row: UserRow,
): Promise<Pick<User, 'passwordTooCommon'>> {
  return row.role === 'admin' && (await hasCommonPassword(db, row))
    ? { passwordTooCommon: true }
    : {};
}

/** The fields that were sent. Only profile fields: role, id and e-mail cannot be written this way. */
function profileFields(body: ProfileEdit): Profile {
  const fields = Object.keys(emptyProfile) as (keyof typeof emptyProfile)[];
  const sent = fields.filter((field) => body[field] !== undefined);
  return Object.fromEntries(sent.map((field) => [field, body[field]]));
}
