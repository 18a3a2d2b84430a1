import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxes } from '#server/start/third-party-config.ts';
import { shownUser } from '#test/firebase/accounts.ts';
import {
  keysPath,
  listenAsFirebase,
  type FirebaseStandIn,
  type WireFault,
} from '#test/firebase/stand-in.ts';
import { signedProject } from '#test/firebase/stand-in-project.ts';
import { startShop, type TestShop } from '#test/harness.ts';

let firebase: FirebaseStandIn;
beforeAll(async () => {
  firebase = await listenAsFirebase({ signed: true });
});
afterAll(() => firebase.close());

const start = (patienceMs = 5000) =>
  startShop({
    metricsToken,
    thirdParties: { ...sandboxes, identity: { ...signedProject(firebase), patienceMs } },
  });

let people = 0;
/** Somebody who comes in with a valid token; answers the status and the code of a refusal. */
async function comeIn(shop: TestShop) {
  people += 1;
  const user = firebase.accounts.create(`ada${people}@example.com`, { password: 'bulk-order' });
  const { idToken: token } = await firebase.tokens.begin(user, 'password');
  const body = { email: user.email };
  const answer = await shop.request('PUT', `/api/users/${user.email}`, { token, body });
  return { user, token, said: [answer.status, answer.body.error], headers: answer.headers };
}

const answering =
  (status: number, body: string, type = 'application/json'): WireFault =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);
const saying = (status: number, message: string) =>
  answering(status, JSON.stringify({ error: { code: status, message } }));
const silent: WireFault = () => undefined;
/** Answers the newest account with changes. */
const withUser =
  (changes: object): WireFault =>
  (request, response) => {
    const [user] = [...firebase.accounts.users.values()].slice(-1);
    if (user === undefined) throw new Error('There is no account.');
    const body = { users: [{ ...shownUser(user), ...changes }] };
    answering(200, JSON.stringify(body))(request, response);
  };
const html = '<!doctype html><title>Proxy</title>';

const useless: [string, WireFault][] = [
  ['a failure', saying(500, 'INTERNAL')],
  ['a failure without a reason', answering(503, '')],
  ['a page', answering(200, html, 'text/html')],
  ['a page that says no', answering(400, html, 'text/html')],
  ['a redirect', (_, response) => void response.writeHead(302, { location: '/' }).end()],
  ['something that is no JSON', answering(200, '{')],
  ['something else', answering(200, '{"users":[{"name":"Ada"}],"keys":"none"}')],
  ['nothing', (request) => void request.socket.destroy()],
  ['more than anybody needs', answering(200, JSON.stringify({ users: 'x'.repeat(300_000) }))],
];

describe('when the service answers with', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await start();
    expect((await comeIn(shop)).said).toEqual([200, undefined]);
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    firebase.faults.length = 0;
    shop.logged.length = 0;
  });

  test.each([
    ...useless,
    ['a used-up quota', saying(400, 'QUOTA_EXCEEDED : Exceeded quota for verifying')],
    ['too many requests', saying(429, 'RESOURCE_EXHAUSTED')],
    ['a wrong API key', saying(400, 'API key not valid. Please pass a valid API key.')],
    ['a project that is not allowed', saying(403, 'PERMISSION_DENIED')],
  ] as [string, WireFault][])(
    '%s, nobody comes in, and is told to try again later',
    async (_, fault) => {
      const counted = await failures(shop);
      firebase.faults.push(fault);
      const { said, headers } = await comeIn(shop);
      expect(said).toEqual([503, 'unavailable']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(await failures(shop)).toBe(counted + 1);
      expect((await comeIn(shop)).said).toEqual([200, undefined]);
    },
  );

  test.each(['INVALID_ID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'USER_DISABLED'])(
    '%s, the sign-in is over, and nothing is wrong with the service',
    async (reason) => {
      const counted = await failures(shop);
      firebase.faults.push(saying(400, reason));
      expect((await comeIn(shop)).said).toEqual([401, 'identity_invalid']);
      expect(await failures(shop)).toBe(counted);
    },
  );

  test('the account of somebody else, nobody comes in', async () => {
    const other = { localId: 'other', email: 'other@example.com', emailVerified: true };
    firebase.faults.push(answering(200, JSON.stringify({ users: [other] })));
    expect((await comeIn(shop)).said).toEqual([401, 'identity_invalid']);
  });

  test('somebody of a tenant of the project, who may have any address there, nobody comes in', async () => {
    firebase.faults.push(withUser({ tenantId: 'partner-1a2b3' }));
    expect((await comeIn(shop)).said).toEqual([401, 'identity_invalid']);
  });

  test.each([-1e300, '99999999999999999', '-1', null])(
    'a time that is none (%s), it is an outage',
    async (validSince) => {
      firebase.faults.push(withUser({ validSince }));
      expect((await comeIn(shop)).said).toEqual([503, 'unavailable']);
    },
  );
});

describe('when the service does not answer', () => {
  test('somebody waits as long as is set, and is told to try again later', async () => {
    const hurried = await start(100);
    firebase.faults.push((request, response) => {
      expect(request.url).toBe(keysPath);
      silent(request, response);
    });
    expect((await comeIn(hurried)).said).toEqual([503, 'unavailable']);
    await hurried.close();
  });
});

describe('when the keys are answered with', () => {
  test.each(useless)('%s, it is an outage, and over when they come', async (_, fault) => {
    const shop = await start();
    firebase.faults.push(fault);
    const { user, token, said } = await comeIn(shop);
    expect(said).toEqual([503, 'unavailable']);
    const body = { email: user.email };
    const again = await shop.request('PUT', `/api/users/${user.email}`, { token, body });
    expect(again.status).toBe(200);
    for (const secret of [token, user.email, 'stand-in-key'])
      expect(shop.logged.join('\n')).not.toContain(secret);
    await shop.close();
  });
});

describe('what only the service account may do', () => {
  test('ends sessions in the shop at once, whatever the service answers', async () => {
    const shop = await start();
    const { token } = await comeIn(shop);
    const identity = await shop.identity.verify(token);
    if (identity === undefined) throw new Error('The token proves nothing.');
    firebase.faults.push(saying(500, 'INTERNAL'));
    await shop.identity.endSessions(identity);
    expect(await shop.identity.verify(token)).toBeUndefined();
    expect(shop.logged.join('\n')).toContain('Firebase did not end sessions');
    await shop.close();
  });

  test('is tried again for a closed account until the service has deleted it', async () => {
    const shop = await start();
    const { user, token } = await comeIn(shop);
    const email = user.email;
    const { body } = await shop.request('PUT', `/api/users/${email}`, { token, body: { email } });
    firebase.faults.push(saying(500, 'INTERNAL'));
    const closed = await shop.request('POST', `/api/user/${email}/close`, {
      token: body.accessToken,
      body: { typedEmail: email },
    });
    expect(closed.status).toBe(200);
    expect(firebase.accounts.byEmail(email)).toBeDefined();
    expect(
      (await shop.request('PUT', `/api/users/${email}`, { token, body: { email } })).status,
    ).toBe(401);
    await shop.everyMinute();
    expect(firebase.accounts.byEmail(email)).toBeUndefined();
    await shop.close();
  });

  test('waits for the next minute once it has taken ten seconds of one', async () => {
    const shop = await start();
    const leaving: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { user, token } = await comeIn(shop);
      const { email } = user;
      const { body } = await shop.request('PUT', `/api/users/${email}`, { token, body: { email } });
      firebase.faults.push(saying(500, 'INTERNAL'));
      await shop.request('POST', `/api/user/${email}/close`, {
        token: body.accessToken,
        body: { typedEmail: email },
      });
      leaving.push(email);
    }
    const slow: WireFault = (request, response) => {
      shop.clock.advance(6_000);
      saying(500, 'INTERNAL')(request, response);
    };
    firebase.faults.push(slow, slow, slow);
    await shop.everyMinute();
    expect(firebase.faults.splice(0)).toHaveLength(1);
    await shop.everyMinute();
    expect(leaving.map((email) => firebase.accounts.byEmail(email))).toEqual(
      leaving.map(() => undefined),
    );
    await shop.close();
  });

  test('is not tried without one: the account stays there, and is nobody in the shop', async () => {
    const project = { ...signedProject(firebase), serviceAccount: undefined };
    const shop = await startShop({ thirdParties: { ...sandboxes, identity: project } });
    const { user, token } = await comeIn(shop);
    const email = user.email;
    const { body } = await shop.request('PUT', `/api/users/${email}`, { token, body: { email } });
    await shop.request('POST', `/api/user/${email}/close`, {
      token: body.accessToken,
      body: { typedEmail: email },
    });
    await shop.everyMinute();
    expect(shop.identity.deletes).toEqual(['urn:underhood:identity']);
    expect(firebase.accounts.byEmail(email)).toBeDefined();
    expect(
      (await shop.request('PUT', `/api/users/${email}`, { token, body: { email } })).status,
    ).toBe(401);
    expect(shop.logged).toEqual([]);
    await shop.close();
  });
});

/** How many failures of Firebase the shop has counted; all shops of a process count for themselves. */
async function failures(shop: TestShop): Promise<number> {
  const { body } = await shop.request('GET', '/metrics', { token: metricsToken });
  return Number(/errors_total\{provider="firebase"\} (\d+)/.exec(String(body))?.[1] ?? 0);
}

const metricsToken = 'a-token-of-tests-with-enough-characters';
