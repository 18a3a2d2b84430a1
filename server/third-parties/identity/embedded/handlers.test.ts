import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testPasswordCost } from '#test/harness.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';
import { makeAuth } from './auth.ts';
import { identityCalls } from '#contract/identity-calls.ts';

const shop = await useShop();

describe('the addresses of the identity service', () => {
  it('are exactly these', () => {
    const tree = shop.app.printRoutes({ commonPrefix: false, includeHooks: false });
    const mounted = routesOf(tree).filter((route) =>
      /\/(api\/identity|sandbox\/google)\//.test(route),
    );
    expect(mounted.toSorted()).toEqual(
      [
        'GET /api/identity/account',
        'GET /api/identity/callback/google',
        'GET /api/identity/get-session',
        'GET /api/identity/sessions',
        'GET /api/identity/token',
        // Answered wherever GET is.
        'HEAD /api/identity/account',
        'HEAD /api/identity/get-session',
        'HEAD /api/identity/sessions',
        'HEAD /api/identity/token',
        'POST /api/identity/change-password',
        'POST /api/identity/confirm-device',
        'POST /api/identity/end-session',
        'POST /api/identity/end-sessions',
        'POST /api/identity/request-password-reset',
        'POST /api/identity/reset-password',
        'POST /api/identity/send-verification-email',
        'POST /api/identity/sign-in/code',
        'POST /api/identity/sign-in/email',
        'POST /api/identity/sign-in/google',
        'POST /api/identity/sign-out',
        'POST /api/identity/sign-up/email',
        'POST /api/identity/two-factor/confirm',
        'POST /api/identity/two-factor/disable',
        'POST /api/identity/two-factor/enable',
        'POST /api/identity/update-user',
        'POST /api/identity/verify-email',
        'GET /sandbox/google/auth',
        'GET /sandbox/google/auth/:uid',
        'GET /sandbox/google/interaction/:uid',
        'GET /sandbox/google/jwks',
        'POST /sandbox/google/interaction/:uid',
        'POST /sandbox/google/token',
      ].toSorted(),
    );
  });

  it('leave every other one of Better Auth unanswered', async () => {
    const parts = {
      db: shop.db,
      secrets: ['x'.repeat(40)] as const,
      publicUrl: 'http://shop.test',
      google: undefined,
      clock: shop.clock,
      passwordCost: testPasswordCost,
    };
    const auth = makeAuth({
      ...parts,
      log: shop.app.log,
      onPasswordReset: async () => {},
      onGoogleLinked: async () => {},
    });
    const allowed = new Set(
      Object.values(identityCalls).map(
        ({ method, path }) => `${method} ${path.replace('/identity', '')}`,
      ),
    );
    const unused = Object.values(auth.api).flatMap((endpoint) => {
      const { path, options } = endpoint as {
        path?: string;
        options: { method?: string | string[] };
      };
      return path === undefined || path.startsWith('/callback/')
        ? []
        : [options.method ?? 'GET'].flat().map((method) => ({ method, path }));
    });
    const refused = unused.filter(({ method, path }) => !allowed.has(`${method} ${path}`));
    expect(refused.length).toBeGreaterThan(20);
    for (const { method, path } of refused) {
      const url = `/api/identity${path.replaceAll(/:\w+/g, 'x')}`;
      const answer = await new Visitor(shop.app).request({ method, url });
      expect([method, path, answer.statusCode]).toEqual([method, path, 404]);
    }
  });

  it('answer a session cookie from a page of another origin with a refusal', async () => {
    const visitor = new Visitor(shop.app);
    await visitor.post('/api/identity/sign-up/email', {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'bulk-order',
    });
    const evil = { origin: 'https://evil.example' };
    for (const [path, body] of [
      ['/sign-out', {}],
      ['/update-user', { name: 'Evil' }],
      ['/send-verification-email', { email: 'ada@example.com' }],
    ] as const)
      expect((await visitor.post(`/api/identity${path}`, body, evil)).statusCode).toBe(403);
    expect((await visitor.get('/api/identity/get-session')).json().user.name).toBe('Ada');
  });
});

describe('the limits on attempts', () => {
  const attempt = (visitor: Visitor, email: string, headers = {}) =>
    visitor.post('/api/identity/sign-in/email', { email, password: 'wrong' }, headers);

  it('stop the eleventh failure on one account from one address, and nobody else', async () => {
    const guesser = new Visitor(shop.app, '192.0.2.10');
    const statuses = [];
    for (let i = 0; i < 12; i += 1)
      statuses.push((await attempt(guesser, 'target@example.com')).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const stopped = await attempt(guesser, 'Target@Example.com');
    expect(stopped.json().error).toBe('too_many_requests');
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(600);
    // The neighbour behind the same address, and the account's owner at home.
    expect((await attempt(guesser, 'neighbour@example.com')).statusCode).toBe(401);
    expect(
      (await attempt(new Visitor(shop.app, '192.0.2.11'), 'target@example.com')).statusCode,
    ).toBe(401);
    // Forwarded headers make nobody somebody else.
    const disguised = {
      'x-forwarded-for': '192.0.2.99',
      forwarded: 'for=192.0.2.99',
      'x-shop-client-address': '192.0.2.99',
    };
    expect((await attempt(guesser, 'target@example.com', disguised)).statusCode).toBe(429);
    shop.clock.advance(601_000);
    expect((await attempt(guesser, 'target@example.com')).statusCode).toBe(401);
  });

  it('forget the failures of whoever then has the right password', async () => {
    await shop.identity.createAccount({
      name: 'Ada',
      email: 'mistypes@example.com',
      password: 'right one',
      verified: true,
    });
    const visitor = new Visitor(shop.app, '192.0.2.20');
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 9; i += 1)
        expect((await attempt(visitor, 'mistypes@example.com')).statusCode).toBe(401);
      const right = await visitor.post('/api/identity/sign-in/email', {
        email: 'mistypes@example.com',
        password: 'right one',
      });
      expect(right.statusCode).toBe(200);
    }
  });

  it('count a whole IPv6 network as one address', async () => {
    const statuses = [];
    for (let i = 1; i <= 11; i += 1)
      statuses.push(
        (await attempt(new Visitor(shop.app, `2001:db8:1:2::${i}`), 'ipv6@example.com')).statusCode,
      );
    expect(statuses.at(-1)).toBe(429);
    expect(
      (await attempt(new Visitor(shop.app, '2001:db8:1:3::1'), 'ipv6@example.com')).statusCode,
    ).toBe(401);
  });

  it('count the networks of an IPv6 site together as well, with more tries', async () => {
    const statuses = [];
    for (let i = 1; i <= 31; i += 1)
      statuses.push(
        (
          await attempt(
            new Visitor(shop.app, `2001:db8:7:${i.toString(16)}::1`),
            'ipv6.site@example.com',
          )
        ).statusCode,
      );
    expect([statuses.slice(0, 30).every((status) => status === 401), statuses[30]]).toEqual([
      true,
      429,
    ]);
    expect(
      (await attempt(new Visitor(shop.app, '2001:db8:8:1::1'), 'ipv6.site@example.com')).statusCode,
    ).toBe(401);
  });

  it('let an address that tries many accounts come to an end, without counting what was refused already', async () => {
    const many = new Visitor(shop.app, '192.0.2.30');
    const reset = (email: string) => many.post('/api/identity/request-password-reset', { email });
    const statuses = [];
    for (let i = 0; i < 30; i += 1) statuses.push((await reset('one@example.com')).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    for (let i = 0; i < 55; i += 1)
      expect((await reset(`account${i}@example.com`)).statusCode).toBe(200);
    expect((await reset('one.too.many@example.com')).statusCode).toBe(429);
  });

  it('leave no rows behind once their time is over', async () => {
    shop.clock.advance(601_000);
    await attempt(new Visitor(shop.app, '192.0.2.40'), 'last@example.com');
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from identity.attempts where window_ends <= ${shop.clock.now()}`.execute(
      shop.db,
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});

/** Fastify prints its routes as a tree; these are its leaves with method and full path. */
function routesOf(tree: string): string[] {
  const path: { depth: number; segment: string }[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^((?:│ {3}| {4}|├── |└── )+)(\S+)(?: \(([\w, -]+)\))?/.exec(line);
    if (found === null) return [];
    const [, indent = '', segment = '', methods] = found;
    while (path.length > 0 && (path.at(-1)?.depth ?? 0) >= indent.length) path.pop();
    path.push({ depth: indent.length, segment });
    const full = path
      .map((part) => part.segment)
      .join('')
      .replaceAll(/\/+/g, '/');
    return methods === undefined ? [] : methods.split(', ').map((method) => `${method} ${full}`);
  });
}
