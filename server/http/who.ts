import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import { factorDueAt } from './admin-factor.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database, Shop } from '#server/shop.ts';

/** Somebody without a valid access token. */
interface Guest {
  readonly kind: 'guest';
  /** Whether an invalid or expired token was sent. */
  readonly expired: boolean;
}

/** Somebody whose access token is valid now. */
export interface Customer {
  readonly kind: 'customer';
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** A role counts only with a verified e-mail; in live not with a common password, and after a while only with a second factor (decisions: Identity). */
  readonly isAdmin: boolean;
  readonly tokenHash: string;
}

/** Who makes a call. */
export type Who = Guest | Customer;

/** Somebody whose access token the handler of the call checks. */
export interface Bearer {
  readonly kind: 'bearer';
  readonly tokenHash: string;
}

/** An access token as it is stored, so that nobody who reads the table can use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The token of an `Authorization: Bearer` header; undefined without one. */
export function bearerOf(header: string | undefined): string | undefined {
  const token = /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(header ?? '')?.[1];
  return token === undefined || token === 'null' || token === 'undefined' ? undefined : token;
}

/** The identity service's views for the shop: sessions that have not ended, accounts with a second factor, accounts with a common password. */
type IdentityViews = {
  'identity.live_sessions': { id: string };
  'identity.second_factors': { issuer: string; subject: string };
  'identity.resting_accounts': { issuer: string; subject: string };
};

/** An access token, and the moment at which it has to be valid. */
interface TokenAsked {
  readonly tokenHash: string;
  readonly now: Date;
}

/** The account of a valid access token, without columns: none if the token is unknown, old, or its session or account has ended. */
export function accountOfToken(db: Database, { tokenHash, now }: TokenAsked) {
  return (
    db
      .withTables<IdentityViews>()
      .selectFrom('access_tokens')
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      // Looked up by its id: joined, all sessions of all services are read.
      .innerJoinLateral(
        (session) =>
          session
            .selectFrom('identity.live_sessions as live')
            .select('live.id')
            .whereRef('live.id', '=', 'access_tokens.identity_session')
            .limit(1)
            .as('session'),
        (join) => join.onTrue(),
      )
      .where('access_tokens.token_hash', '=', tokenHash)
      .where('access_tokens.expires_at', '>', now)
      .where('users.replaced_at', 'is', null)
      .where('users.blocked_at', 'is', null)
  );
}

const ownerOf = prepared((db, given: TokenAsked) =>
  accountOfToken(db, given).select([
    'users.id',
    'users.issuer',
    'users.subject',
    'users.email',
    'users.name',
    'users.role',
    'users.email_verified',
    'users.power_since',
  ]),
);

/**
 * Who a token belongs to. Role and validity are read on each call, so a change takes effect at once. A token whose session
 * has ended is invalid, even if it was stored after that.
 */
export async function whoIs(
  shop: Pick<Shop, 'db' | 'clock' | 'adminFactorGraceDays'>,
  token: string | undefined,
): Promise<Who> {
  if (token === undefined) return { kind: 'guest', expired: false };
  const tokenHash = hashToken(token);
  const now = shop.clock.now();
  const [row] = await rowsOf(shop.db, ownerOf({ tokenHash, now }));
  if (row === undefined) return { kind: 'guest', expired: true };
  return {
    kind: 'customer',
    userId: row.id,
    email: row.email,
    name: row.name,
    isAdmin: row.role === 'admin' && row.email_verified && (await hasPower(shop, row, now)),
    tokenHash,
  };
}

/** Whether an admin's role counts with this password and second factor. A question of its own, as most callers are no admins. */
export async function hasPower(
  { db, adminFactorGraceDays }: Pick<Shop, 'db' | 'adminFactorGraceDays'>,
  admin: Pick<Selectable<Tables['users']>, 'issuer' | 'subject' | 'role' | 'power_since'>,
  now: Date,
): Promise<boolean> {
  const { second_factor, rests } = await db
    .withTables<IdentityViews>()
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(
        selectFrom('identity.second_factors')
          .where('issuer', '=', admin.issuer)
          .where('subject', '=', admin.subject),
      ).as('second_factor'),
      exists(
        selectFrom('identity.resting_accounts')
          .where('issuer', '=', admin.issuer)
          .where('subject', '=', admin.subject),
      ).as('rests'),
    ])
    .executeTakeFirstOrThrow();
  const due = factorDueAt(
    { ...admin, second_factor: Boolean(second_factor) },
    adminFactorGraceDays,
  );
  return !rests && (due === undefined || due > now);
}
