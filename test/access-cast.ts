import { randomBytes } from 'node:crypto';
import { hashToken } from '#server/http/who.ts';
import type { Person, TestShop } from './harness.ts';
import { Visitor } from './visitor.ts';

/** A caller's relation to the row a call is about, after authentication. `disproved`: an invalid token; `session`: signed in at the identity service only. */
export type Standing = 'nobody' | 'disproved' | 'stranger' | 'owner' | 'admin' | 'session';

/** Somebody who tries a call. */
export interface Caller {
  readonly standing: Standing;
  readonly headers: Readonly<Record<string, string>>;
  /** The account behind it; requests about the caller's own rows are made for this one. */
  readonly person?: Person;
  /** The token is an identity token, which one call accepts. */
  readonly identityToken?: true;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** All kinds of callers, each with its own account; `owner` owns the row of the call. */
export async function castOf(
  shop: TestShop,
  owner: Person,
  { identityBrowser: { identityToken, cookie }, disproved }: Strangers,
): Promise<Record<string, Caller>> {
  const [stranger, claimant, admin, unverified] = [
    await shop.person('Another Customer'),
    await shop.person('Claimant'),
    await shop.person('Admin', { role: 'admin' }),
    await shop.person('Unverified Admin', { role: 'admin', emailVerified: false }),
  ];
  const demoted = await shop.person('Demoted Admin', { role: 'admin' });
  await shop.db.updateTable('users').set({ role: null }).where('id', '=', demoted.userId).execute();
  const named = identityHeaders(admin);
  return {
    guest: { standing: 'nobody', headers: {} },
    'guest who claims to be an admin in headers': { standing: 'nobody', headers: named },
    'guest with the token in other places': {
      standing: 'nobody',
      headers: {
        cookie: `accessToken=${owner.token}; token=${admin.token}`,
        'x-access-token': admin.token,
        'x-api-key': admin.token,
      },
    },
    'guest with the token as Basic': {
      standing: 'nobody',
      headers: { authorization: `Basic ${admin.token}` },
    },
    ...disproved,
    ...disprovedOf(owner),
    'identity token of somebody else': {
      standing: 'disproved',
      headers: bearer(identityToken),
      identityToken: true,
    },
    'browser with a session of the identity service': { standing: 'session', headers: cookie },
    'another customer': { standing: 'stranger', headers: bearer(stranger.token), person: stranger },
    'another customer who claims to be the owner and an admin in headers': {
      standing: 'stranger',
      headers: {
        ...identityHeaders(admin),
        'x-user-email': owner.email,
        ...bearer(claimant.token),
      },
      person: claimant,
    },
    'demoted admin': { standing: 'stranger', headers: bearer(demoted.token), person: demoted },
    'admin whose address is not verified': {
      standing: 'stranger',
      headers: bearer(unverified.token),
      person: unverified,
    },
    owner: { standing: 'owner', headers: bearer(owner.token), person: owner },
    admin: { standing: 'admin', headers: bearer(admin.token), person: admin },
  };
}

/** Callers who have nothing to do with the owner of the row, and no row of their own: the same for all calls. */
export interface Strangers {
  readonly identityBrowser: IdentityBrowser;
  /** Callers with expired, revoked or forged tokens. */
  readonly disproved: Readonly<Record<string, Caller>>;
}

const none = (token: string): Caller => ({ standing: 'disproved', headers: bearer(token) });

export async function someStrangers(shop: TestShop): Promise<Strangers> {
  return {
    identityBrowser: await someIdentityBrowser(shop),
    disproved: {
      'expired token of an admin': none(await expiredToken(shop)),
      'token of an admin who signed out': none(await revokedToken(shop)),
      'token of an admin whose address was taken over': none(await replacedToken(shop)),
      'token of an admin who was deleted': none(await deletedToken(shop)),
      'token of an admin who is blocked': none(await blockedToken(shop)),
      'forged token': none(randomBytes(32).toString('base64url')),
    },
  };
}

/** Callers with tokens that somebody made of the owner's. */
function disprovedOf(owner: Person): Record<string, Caller> {
  const last = owner.token.at(-1) === 'a' ? 'b' : 'a';
  return {
    'hash of the token of the owner': none(hashToken(owner.token)),
    'tampered token of the owner': none(owner.token.slice(0, -1) + last),
    'forged identity token of the owner': { ...none(unsignedToken(owner)), identityToken: true },
  };
}

/** Headers by which proxies and other frameworks authenticate. */
function identityHeaders(admin: Person): Record<string, string> {
  return {
    'x-user': admin.email,
    'x-user-id': admin.userId,
    'x-forwarded-user': admin.email,
    'x-forwarded-email': admin.email,
    'x-remote-user': admin.email,
    'x-auth-request-email': admin.email,
    'x-role': 'admin',
    'x-admin': 'true',
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    forwarded: 'for=127.0.0.1;host=localhost;proto=https',
    host: 'localhost',
    'x-forwarded-host': 'localhost',
    'x-original-url': '/api/site',
    'x-rewrite-url': '/api/site',
    'x-http-method-override': 'GET',
    origin: 'http://shop.test',
  };
}

async function expiredToken(shop: TestShop): Promise<string> {
  const { token, userId } = await shop.person('Expired', { role: 'admin' });
  await shop.db
    .updateTable('access_tokens')
    .set({ expires_at: shop.clock.now() })
    .where('user_id', '=', userId)
    .execute();
  return token;
}

async function revokedToken(shop: TestShop): Promise<string> {
  const person = await shop.person('Signed Out', { role: 'admin' });
  await shop.request('POST', '/api/sign-out', { as: person });
  return person.token;
}

async function replacedToken(shop: TestShop): Promise<string> {
  const { token, userId } = await shop.person('Replaced', { role: 'admin' });
  await shop.db
    .updateTable('users')
    .set({ replaced_at: shop.clock.now() })
    .where('id', '=', userId)
    .execute();
  return token;
}

/** A token whose row still exists, so that only the block makes it invalid. */
async function blockedToken(shop: TestShop): Promise<string> {
  const { token, userId } = await shop.person('Blocked', { role: 'admin' });
  await shop.db
    .updateTable('users')
    .set({ blocked_at: shop.clock.now() })
    .where('id', '=', userId)
    .execute();
  return token;
}

async function deletedToken(shop: TestShop): Promise<string> {
  const { token, userId } = await shop.person('Deleted', { role: 'admin' });
  await shop.db.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
  await shop.db.deleteFrom('users').where('id', '=', userId).execute();
  return token;
}

/** A token that only a library that accepts `alg: none` would accept. */
function unsignedToken({ email, userId }: Person): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'test',
    sub: userId,
    email,
    email_verified: true,
    aud: 'shop',
    iat: seconds,
    exp: seconds + 600,
  };
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.c2ln`;
}

/** A browser that is signed in at the identity service and not at the shop. */
interface IdentityBrowser {
  /** Only one call accepts it. */
  readonly identityToken: string;
  readonly cookie: Readonly<Record<string, string>>;
}

/** Registers somebody. */
async function someIdentityBrowser(shop: TestShop): Promise<IdentityBrowser> {
  const visitor = new Visitor(shop.app);
  await visitor.post('/api/identity/sign-up/email', {
    name: 'Mallory',
    email: 'mallory@example.com',
    password: 'bulk-order',
  });
  return {
    identityToken: (await visitor.get('/api/identity/token')).json().token,
    cookie: visitor.cookieHeader('/api/identity'),
  };
}
