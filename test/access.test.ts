import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#contract/api.ts';
import { refusalOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import {
  castOf,
  someStrangers,
  type Caller,
  type Standing,
  type Strangers,
} from './access-cast.ts';
import { faultsOf, metricsToken, startListed } from './access-routes.ts';
import {
  operationsOf,
  readDocument,
  type ApiDocument,
  type Operation,
} from './documented-operations.ts';
import type { TestShop } from './harness.ts';
import {
  addressOf,
  payloadOf,
  sampleRequests,
  setScene,
  type SampleRequest,
} from './sample-requests.ts';

/** The expected status by kind of caller; `done` is the call's own success. */
type Rule = Record<Standing, 'done' | 401 | 403 | 404>;

/** The rule of each access for callers with and without an access token. */
const table: Record<string, Omit<Rule, 'session'>> = {
  open: { nobody: 'done', disproved: 'done', stranger: 'done', owner: 'done', admin: 'done' },
  link: { nobody: 'done', disproved: 'done', stranger: 'done', owner: 'done', admin: 'done' },
  customer: { nobody: 401, disproved: 401, stranger: 'done', owner: 'done', admin: 'done' },
  self: { nobody: 401, disproved: 401, stranger: 403, owner: 'done', admin: 403 },
  'self or admin': { nobody: 401, disproved: 401, stranger: 403, owner: 'done', admin: 'done' },
  // Somebody else's row is answered like one that does not exist.
  owner: { nobody: 401, disproved: 401, stranger: 404, owner: 'done', admin: 'done' },
  admin: { nobody: 401, disproved: 401, stranger: 403, owner: 403, admin: 'done' },
  session: { nobody: 401, disproved: 401, stranger: 401, owner: 401, admin: 401 },
};

/** Routes that are no calls of the contract (docs/paths.md); they have tests of their own. */
const otherRoutes = [
  // Answers of the API about itself, and its 404.
  'GET /api/openapi.json',
  'GET /api/docs',
  ...everyMethod('/api'),
  ...everyMethod('/api/*'),
  // The demo's outbox.
  'GET /api/dev/outbox',
  // The card provider's webhook.
  'POST /api/card-events',
  // Google's redirect back.
  'GET /api/identity/callback/google',
  // What browsers use of the demo's sandboxes.
  'GET /sandbox/google/auth',
  'GET /sandbox/google/auth/:uid',
  'GET /sandbox/google/interaction/:uid',
  'GET /sandbox/google/jwks',
  'POST /sandbox/google/interaction/:uid',
  'POST /sandbox/google/token',
  'POST /sandbox/cards/payment_intents/:id/authenticate',
  'POST /sandbox/cards/payment_intents/:id/confirm',
  // The metrics, for whoever knows their token.
  'GET /metrics',
  // What search engines and other sites ask for.
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemaps/pages.xml',
  'GET /sitemaps/parts-:number(^[1-9][0-9]{0,5}).xml',
  'GET /sitemaps/vehicles-:number(^[1-9][0-9]{0,5}).xml',
  'GET /link-pictures/images/:name(^[0-9a-f]{64}).jpg',
  'GET /link-pictures/pictures/:name(^[\\w-]{1,80}).jpg',
  // Health, pictures, files of the pages, the pages.
  'GET /healthz',
  'GET /readyz',
  'GET /images/:name(^[0-9a-f]{64}-(?:320|640|1280)\\.webp$)',
  'GET /assets/:name',
  'GET /assets/page.js',
  'GET /*',
];

function everyMethod(url: string): string[] {
  return ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE'].map(
    (method) => `${method} ${url}`,
  );
}

let shop: TestShop;
let routes: string[];
let document: ApiDocument;
let operations: Operation[];
let strangers: Strangers;

beforeAll(async () => {
  ({ shop, routes } = await startListed());
  document = await readDocument(shop);
  operations = operationsOf(document);
  strangers = await someStrangers(shop);
});
afterAll(() => shop.close());

function ruleOf({ access, call }: Operation): Rule {
  const rule = table[access === 'self' && call.adminToo ? 'self or admin' : (access ?? '')];
  if (rule === undefined) throw new Error(`No rule for access ${access}`);
  // The identity service's cookie opens its own calls; to the others its bearer is nobody.
  return { ...rule, session: access === 'session' ? 'done' : rule.nobody };
}

/** The expected status of a caller; the call that accepts an identity token takes its owner for a stranger. */
function expectedOf(operation: Operation, name: string, { standing }: Caller): Rule[Standing] {
  const isProof = name === 'identity token of somebody else' && operation.call.identityToken;
  return ruleOf(operation)[isProof ? 'stranger' : standing];
}

async function send(
  { path, method }: { path: string; method: Operation['method'] | 'HEAD' },
  caller: Pick<Caller, 'headers'>,
  request: SampleRequest,
) {
  const sent = payloadOf(request);
  return shop.app.inject({
    method,
    url: addressOf(path, request),
    headers: { ...caller.headers, ...request.headers, ...(sent && { 'content-type': sent.type }) },
    ...(sent && { payload: sent.payload }),
  });
}

/** A checksum of all tables, also the third parties', except the security events, which record refusals. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_name <> 'security_events' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`.execute(shop.db);
  const sums = rows.map(
    ({ name }) =>
      sql`select ${name} as name, (select md5(string_agg(t::text, ',' order by t::text)) from ${sql.raw(name)} t) as sum`,
  );
  const { rows: summed } = await sql`${sql.join(sums, sql` union all `)} order by 1`.execute(
    shop.db,
  );
  return JSON.stringify(summed);
}

const missing: Record<string, string> = {
  id: '00000000-0000-4000-8000-000000000000',
  email: 'nobody.at.all@example.com',
};

/** The same request with an id that does not exist, if it has one. */
function aboutNothing(request: SampleRequest): SampleRequest {
  const renamed = (named: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(named).map(([key, value]) => [key, missing[key] ?? value]));
  return { ...request, params: renamed(request.params), query: renamed(request.query) };
}

/** The same request without the browser's headers. */
function withoutBrowser(request: SampleRequest): SampleRequest {
  return { ...request, headers: {} };
}

/** Expects a refusal with a documented code, its sentence, the falsy fields of the call, and nothing else. */
function expectBareRefusal(
  answer: { statusCode: number; body: string },
  operation: Operation,
  who: string,
): void {
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  const code = body['error'] as ErrorCode;
  const [status, message] = refusalOf(operation.call, code);
  expect(body, who).toEqual({ ...operation.call.refused, error: code, message });
  expect(status, who).toBe(answer.statusCode);
  expect([...operation.statuses], who).toContain(answer.statusCode);
}

const names = Object.keys(sampleRequests) as (keyof typeof sampleRequests)[];

/** Whether some callers may not make a call. */
function isGuarded(name: keyof typeof sampleRequests): boolean {
  return !['open', 'link'].includes(calls[name].access);
}

describe('the sum of everything', () => {
  it('is another one after any write, and the same one after a look', async () => {
    const person = await shop.person('Writer');
    const before = await everything();
    await shop.request('GET', `/api/user/${person.email}`, { as: person });
    expect(await everything()).toBe(before);
    await shop.request('PUT', `/api/users/${person.email}`, { as: person, body: { phone: '1' } });
    expect(await everything()).not.toBe(before);
  });
});

describe('the calls of the shop', () => {
  it('all stand in the document with their access, and nothing else is served but what is listed here', () => {
    expect(faultsOf(document, routes, otherRoutes)).toEqual([]);
  });

  it('would not be let through unnamed, without access, or named and not served', () => {
    const { [`/parts`]: parts, ...paths } = document.paths;
    const { 'x-access': _, ...open } = parts?.['get'] ?? {
      operationId: 'listParts',
      responses: {},
    };
    expect(faultsOf({ paths: { ...paths, '/parts': { get: open } } }, routes, otherRoutes)).toEqual(
      ['without x-access: GET /api/parts'],
    );
    expect(faultsOf({ paths }, routes, otherRoutes)).toEqual([
      'not in the document: GET /api/parts',
      'not in the document: HEAD /api/parts',
    ]);
    expect(faultsOf(document, [...routes, 'POST /api/backdoor'], otherRoutes)).toEqual([
      'not in the document: POST /api/backdoor',
    ]);
    expect(faultsOf(document, routes, [...otherRoutes, 'GET /gone'])).toEqual([
      'not served: GET /gone',
    ]);
  });

  it('are all tried below', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  });
});

/** The operation of this name, somebody who owns what it is about, and everybody who may come; `done` says who is to succeed. */
async function tried(name: keyof typeof sampleRequests, done: boolean) {
  const operation = operations.find((one) => one.name === name) ?? fail(name);
  const owner = await shop.person('Row Owner');
  const cast = Object.entries(await castOf(shop, owner, strangers));
  const callers = cast.filter(
    ([who, caller]) => (expectedOf(operation, who, caller) === 'done') === done,
  );
  return { operation, owner, callers };
}

describe('everybody whom the access of a call leaves out', () => {
  it.each(names.filter(isGuarded))(
    'is refused %s: nothing changes, nothing is told',
    async (name) => {
      const { operation, owner, callers } = await tried(name, false);
      const request = withoutBrowser(
        await sampleRequests[name](await setScene(shop, owner), owner),
      );
      const elsewhere = aboutNothing(request);
      await shop.sandbox.sendEvents();
      const before = await everything();
      for (const [who, caller] of callers) {
        const answer = await send(operation, caller, request);
        expect([who, answer.statusCode]).toEqual([who, expectedOf(operation, who, caller)]);
        expectBareRefusal(answer, operation, who);
        // What exists and what does not are answered alike.
        expect((await send(operation, caller, elsewhere)).body, who).toBe(answer.body);
      }
      expect(await everything()).toBe(before);
      expect(callers.length).toBeGreaterThanOrEqual(13);
    },
  );
});

describe('everybody else', () => {
  it.each(names)('is given %s, and nothing of the owner who merely may make it', async (name) => {
    const { operation, owner, callers } = await tried(name, true);
    for (const [who, caller] of callers) {
      // One account may have no more unpaid orders than there are other callers.
      const about = caller.standing === 'session' ? await shop.person('Another Owner') : owner;
      const scene = await setScene(shop, about);
      const request = await sampleRequests[name](scene, caller.person ?? about);
      const answer = await send(operation, caller, request);
      expect([who, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
        who,
        operation.call.status ?? 200,
        '',
      ]);
      if (caller.standing === 'owner' || caller.standing === 'admin') continue;
      for (const secret of [about.email, about.userId, about.token, 'Dock Road', '7946 0'])
        expect(answer.body).not.toContain(secret);
    }
    expect(callers.length).toBeGreaterThanOrEqual(1);
  });
});

describe('the metrics', () => {
  it('are given to nobody of the shop, not even an admin, but to whoever knows their token', async () => {
    const cast = Object.entries(await castOf(shop, await shop.person('Row Owner'), strangers));
    for (const [who, { headers }] of cast)
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await shop.app.inject({ method, url: '/metrics', headers });
        expect([who, method, answer.statusCode]).toEqual([who, method, 401]);
        expect(answer.body).not.toContain('underhood');
      }
    for (const token of [metricsToken.slice(1), `${metricsToken}x`, metricsToken.toUpperCase()])
      expect((await shop.request('GET', '/metrics', { token })).status).toBe(401);
    expect((await shop.request('GET', '/metrics', { token: metricsToken })).status).toBe(200);
    expect(cast.length).toBeGreaterThanOrEqual(13);
  });
});

describe('HEAD', () => {
  it('is refused wherever GET is', async () => {
    const owner = await shop.person('Row Owner');
    const { guest, 'another customer': stranger } = await castOf(shop, owner, strangers);
    const reading = operations.filter(({ method }) => method === 'GET');
    for (const operation of reading) {
      const sample = sampleRequests[operation.name as keyof typeof sampleRequests];
      const request = withoutBrowser(await sample(await setScene(shop, owner), owner));
      for (const caller of [guest ?? fail('guest'), stranger ?? fail('stranger')]) {
        const [got, asked] = [
          await send(operation, caller, request),
          await send({ ...operation, method: 'HEAD' }, caller, request),
        ];
        expect([operation.name, asked.statusCode, asked.body]).toEqual([
          operation.name,
          got.statusCode,
          '',
        ]);
      }
    }
    expect(reading.length).toBeGreaterThan(10);
  });
});

function fail(what: string): never {
  throw new Error(`There is no ${what}.`);
}
