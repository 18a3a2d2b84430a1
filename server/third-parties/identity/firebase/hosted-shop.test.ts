import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityCalls } from '#contract/identity-calls.ts';
import { resetFactor } from '#server/reset-factor.ts';
import { sandboxes } from '#server/start/third-party-config.ts';
import { listenAsFirebase, type FirebaseStandIn } from '#test/firebase/stand-in.ts';
import { signedProject } from '#test/firebase/stand-in-project.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

let firebase: FirebaseStandIn;
let shop: TestShop;
beforeAll(async () => {
  firebase = await listenAsFirebase({ signed: true });
  shop = await startShop({
    mode: 'live',
    adminFactorGraceDays: 0,
    thirdParties: { ...sandboxes, google: undefined, identity: signedProject(firebase) },
  });
});
afterAll(() => shop.close().then(() => firebase.close()));

/** Makes a new sign-in of the account and comes into the shop with it. */
async function comeIn(email: string): Promise<string> {
  const user = firebase.accounts.byEmail(email);
  if (user === undefined) throw new Error('There is no such account.');
  const { idToken: token } = await firebase.tokens.begin(user, 'password');
  const answer = await shop.request('PUT', `/api/users/${email}`, { token, body: { email } });
  expect(answer.status).toBe(200);
  return answer.body.accessToken;
}

/** The kinds of an account's security events, oldest first. */
async function eventsOf(email: string): Promise<string[]> {
  const told = await shop.db
    .selectFrom('security_events')
    .innerJoin('users', 'users.id', 'security_events.user_id')
    .select('kind')
    .where('email', '=', email)
    .orderBy('security_events.id')
    .execute();
  return told.map(({ kind }) => kind);
}

const create = (email: string, emailVerified = true) =>
  firebase.accounts.create(email, { password: 'bulk-order', emailVerified });

describe('a shop whose people sign in at Firebase', () => {
  test('says so to its pages, with nothing secret', async () => {
    const { body } = await shop.request('GET', '/api/site');
    expect([body.google, body.identity]).toEqual([
      true,
      {
        provider: 'firebase',
        apiKey: 'stand-in-key',
        authDomain: 'demo-underhood.firebaseapp.com',
        projectId: 'demo-underhood',
      },
    ]);
  });

  test.each(Object.values(identityCalls))(
    'has no $method $path of its own, and none in its document',
    async ({ method, path }) => {
      const answer = await shop.request(
        method,
        `/api${path}`,
        method === 'GET' ? {} : { body: {} },
      );
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
      const { paths } = (await shop.request('GET', '/api/openapi.json')).body;
      expect(Object.keys(paths)).not.toContain(path);
    },
  );

  test('asks its admins for no second factor, which it could not see', async () => {
    create('boss@example.com');
    const token = await comeIn('boss@example.com');
    const users = shop.db
      .updateTable('users')
      .set({ role: 'admin', power_since: shop.clock.now() });
    await users.where('email', '=', 'boss@example.com').execute();
    expect((await shop.request('GET', '/api/users', { token })).status).toBe(200);
    const { body } = await shop.request('GET', '/api/user/boss@example.com', { token });
    expect(body.secondFactorDue).toBeUndefined();
    expect(await resetFactor(shop, 'boss@example.com')).toEqual({
      lines: [expect.stringContaining('signs in at https://securetoken.google.com/')],
      failed: true,
    });
    const own = await shop.person('Embedded Boss', { role: 'admin' });
    expect((await shop.request('GET', '/api/users', { as: own })).status).toBe(403);
  });

  test('records who signed in, once for each sign-in', async () => {
    const user = create('events@example.com', false);
    const come = (at: number) =>
      firebase.tokens
        .identityToken(user, { authTime: at, provider: 'password' })
        .then((token) =>
          shop.request('PUT', `/api/users/${user.email}`, { token, body: { email: user.email } }),
        );
    const at = Math.floor(Date.now() / 1000);
    for (const authTime of [at - 1, at - 1, at, at]) {
      user.validSince = 0;
      expect((await come(authTime)).status).toBe(200);
    }
    user.emailVerified = true;
    await come(at);
    await come(at);
    expect(await eventsOf(user.email)).toEqual(['registered', 'sign_in_done', 'address_confirmed']);
  });

  test('records no sign-in when one of hours ago goes on in a browser that was closed', async () => {
    const user = create('back@example.com', false);
    user.validSince = 0;
    const authTime = Math.floor(Date.now() / 1000) - 7200;
    const renew = async () => {
      const about = { authTime, provider: 'password' } as const;
      const token = await firebase.tokens.identityToken(user, about);
      const body = { email: user.email };
      expect((await shop.request('PUT', `/api/users/${user.email}`, { token, body })).status).toBe(
        200,
      );
    };
    await renew();
    await sql`update identity.hosted_sessions set expires_at = current_timestamp`.execute(shop.db);
    await shop.everyMinute();
    await renew();
    expect(await eventsOf(user.email)).toEqual(['registered']);
  });

  test('signs an account out everywhere for an admin, at Firebase too', async () => {
    create('admin@example.com');
    const admin = await comeIn('admin@example.com');
    await shop.db
      .updateTable('users')
      .set({ role: 'admin', power_since: shop.clock.now() })
      .where('email', '=', 'admin@example.com')
      .execute();
    const user = create('lost@example.com');
    const token = await comeIn('lost@example.com');
    const ended = await shop.request('DELETE', '/api/users/sessions/lost@example.com', {
      token: admin,
    });
    expect([ended.status, ended.body]).toEqual([200, { acknowledged: true }]);
    expect((await shop.request('GET', '/api/user/lost@example.com', { token })).status).toBe(401);
    expect(user.validSince).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1000) - 5);
    expect(firebase.asked).toContain(`POST projects/${firebase.projectId}/accounts:update`);
  });

  test('ends with a sign-out also what that browser was given before', async () => {
    const user = create('leaving@example.com');
    const elsewhere = await comeIn(user.email);
    user.validSince = 0;
    // Never the second in which the other browser signed in.
    const authTime = Math.floor(Date.now() / 1000) - 60;
    const come = async (): Promise<string> => {
      const about = { authTime, provider: 'password' } as const;
      const token = await firebase.tokens.identityToken(user, about);
      const body = { email: user.email };
      return (await shop.request('PUT', `/api/users/${user.email}`, { token, body })).body
        .accessToken;
    };
    const [renewed, last] = [await come(), await come()];
    await shop.request('POST', '/api/sign-out', { token: last });
    const statusWith = async (token: string) =>
      (await shop.request('GET', `/api/user/${user.email}`, { token })).status;
    expect([await statusWith(last), await statusWith(renewed)]).toEqual([401, 401]);
    expect(await statusWith(elsewhere)).toBe(200);
  });

  test('gives a stranger who moved an account to another address nothing to leave there', async () => {
    const account = create('stranger@example.com');
    const first = await comeIn('stranger@example.com');
    await shop.request('PUT', '/api/users/stranger@example.com', {
      token: first,
      body: { email: 'stranger@example.com', phone: '+1 555 0199' },
    });
    const part = await samplePart(shop.db, { inStock: 1000 });
    const order = { userId: '', email: account.email, name: '', token: first };
    await shop.order(order, part, 200);
    // The stranger gives it the owner's address, whose reset proves it: the shop was not told of either.
    account.email = 'owner@example.com';
    account.passwordUpdatedAt = account.createdAt + 60_000;
    const token = await comeIn('owner@example.com');
    const me = await shop.request('GET', '/api/user/owner@example.com', { token });
    expect(me.body).toMatchObject({ phone: '', emailVerified: true });
    expect(
      (await shop.request('GET', '/api/user/owner@example.com', { token: first })).status,
    ).toBe(401);
    expect((await shop.request('GET', `/api/parts/${part}`)).body.inStock).toBe(1000);
  });

  test.each([
    ['by link', 0],
    ['by a reset', 60_000],
  ])(
    'gives an account that proves another address (%s) nothing that the one before was given',
    async (_, changedAfterMs) => {
      const claimed = `claimed${changedAfterMs}@example.com`;
      const account = create(claimed, false);
      await comeIn(claimed);
      // An operator means the person of that mailbox: the role waits until they prove it.
      await shop.db
        .updateTable('users')
        .set({ role: 'admin' })
        .where('email', '=', claimed)
        .execute();
      account.email = `own.${claimed}`;
      account.emailVerified = true;
      account.passwordUpdatedAt = account.createdAt + changedAfterMs;
      const { idToken: token } = await firebase.tokens.begin(account, 'password');
      const body = { email: claimed };
      const kept = await shop.request('PUT', `/api/users/${claimed}`, { token, body });
      expect([kept.status, kept.body.error]).toEqual([403, 'not_allowed']);
      const { email_verified } = await shop.db
        .selectFrom('users')
        .select('email_verified')
        .where('email', '=', claimed)
        .executeTakeFirstOrThrow();
      expect(email_verified).toBe(false);
      const moved = await comeIn(account.email);
      expect((await shop.request('GET', '/api/users', { token: moved })).status).toBe(403);
      const me = await shop.request('GET', `/api/user/${account.email}`, { token: moved });
      expect(me.body).toMatchObject({ role: null, emailVerified: true });
    },
  );

  test.each(['A\0B', 'Ada\nX: y', 'x'.repeat(121), '\ud800'])(
    'leaves out a name that nobody may have in the shop (%j)',
    async (displayName) => {
      const email = `named${displayName.length}.${displayName.charCodeAt(0)}@example.com`;
      create(email).displayName = displayName;
      const token = await comeIn(email);
      expect((await shop.request('GET', `/api/user/${email}`, { token })).body.name).toBe('');
    },
  );

  test('forgets the sessions that have ended', async () => {
    create('soon@example.com');
    const token = await comeIn('soon@example.com');
    const ask = () => shop.request('GET', '/api/user/soon@example.com', { token });
    expect((await ask()).status).toBe(200);
    await sql`update identity.hosted_sessions set expires_at = current_timestamp`.execute(shop.db);
    expect((await ask()).status).toBe(401);
    await shop.everyMinute();
    const { rows } = await sql`select from identity.hosted_sessions`.execute(shop.db);
    expect(rows).toEqual([]);
  });
});
