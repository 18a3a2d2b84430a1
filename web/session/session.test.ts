import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import { setDisplayName } from './accounts.ts';
import { currentSession, signOut, startSession } from './session.ts';

const ada = { email: 'ada@example.com', name: 'Ada', emailVerified: true };
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();

/** These tests replace only the network and the browser's storage. */
let stored: Map<string, string>;
let asked: string[];
let answers: Record<string, () => Response>;

beforeEach(() => {
  stored = new Map();
  asked = [];
  answers = {
    'GET /api/identity/get-session': () => Response.json({ user: ada }),
    'GET /api/identity/token': () => Response.json({ token: 'a.b.c' }),
    'PUT /api/users/ada%40example.com': () =>
      Response.json({
        result: { acknowledged: true },
        accessToken: 'fresh-token',
        expiresAt: hours(12),
      }),
    'POST /api/identity/sign-out': () => Response.json({ done: true }),
    'POST /api/sign-out': () => Response.json({ acknowledged: true }),
    'GET /api/user/ada%40example.com': () => Response.json(ada),
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const request = new Request(`http://shop${address}`, init);
    const token = request.headers.get('authorization')?.replace('Bearer ', ' with ') ?? '';
    asked.push(`${request.method} ${address}${token}`);
    return (
      answers[`${request.method} ${address}`]?.() ??
      Response.json({ error: 'not_found' }, { status: 404 })
    );
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Stores a session whose token expires in so many hours. */
function signedInFor(left: number): void {
  stored.set('accessToken', 'old-token');
  stored.set(
    'underhood.session',
    JSON.stringify({ email: ada.email, name: ada.name, expiresAt: hours(left) }),
  );
}
const readAccount = () => call('getUser', { params: { email: ada.email } });

describe('the session in the browser', () => {
  it('begins with the raw access token under accessToken (Spec §4)', async () => {
    expect(currentSession()).toBeUndefined();
    await startSession(ada);
    expect(asked).toEqual([
      'GET /api/identity/token',
      'PUT /api/users/ada%40example.com with a.b.c',
    ]);
    expect(stored.get('accessToken')).toBe('fresh-token');
    expect(currentSession()).toMatchObject({ email: ada.email, name: 'Ada' });
  });

  it('ends with Sign Out: no token left, the service and the shop told', async () => {
    signedInFor(12);
    await signOut();
    expect(stored).toEqual(new Map());
    expect(currentSession()).toBeUndefined();
    expect(asked.toSorted()).toEqual([
      'POST /api/identity/sign-out',
      'POST /api/sign-out with old-token',
    ]);
  });

  it('ends with Sign Out even when nobody answers', async () => {
    signedInFor(12);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    await signOut();
    expect(currentSession()).toBeUndefined();
  });

  it('sends the token as it is while it is good', async () => {
    signedInFor(1);
    await readAccount();
    expect(asked).toEqual(['GET /api/user/ada%40example.com with old-token']);
  });

  it('exchanges a token that is about to end, once, before the calls that need it', async () => {
    signedInFor(0.1);
    await Promise.all([readAccount(), readAccount()]);
    expect(asked).toEqual([
      'GET /api/identity/get-session',
      'GET /api/identity/token',
      'PUT /api/users/ada%40example.com with a.b.c',
      'GET /api/user/ada%40example.com with fresh-token',
      'GET /api/user/ada%40example.com with fresh-token',
    ]);
  });

  it("shows 'Login Expired' when the service's session is gone too", async () => {
    const shown = vi.spyOn(toast, 'error');
    signedInFor(-1);
    answers['GET /api/identity/get-session'] = () => Response.json({ user: null });
    answers['GET /api/user/ada%40example.com'] = () =>
      Response.json({ error: 'session_expired', message: 'x' }, { status: 401 });
    await expect(readAccount()).rejects.toMatchObject({ status: 401 });
    expect(shown.mock.calls.map(([message]) => message)).toEqual([texts.loginExpired]);
    expect(currentSession()).toBeUndefined();
  });

  it("never comes under another account's name", async () => {
    signedInFor(0.1);
    answers['GET /api/identity/get-session'] = () =>
      Response.json({ user: { ...ada, email: 'eve@example.com' } });
    await readAccount();
    expect(asked.at(-1)).toBe('GET /api/user/ada%40example.com with old-token');
  });

  it('outlives an outage of the identity service', async () => {
    signedInFor(0.1);
    answers['GET /api/identity/get-session'] = () =>
      Response.json({ error: 'internal' }, { status: 503 });
    await readAccount();
    expect(asked.at(-1)).toBe('GET /api/user/ada%40example.com with old-token');
    expect(currentSession()).toMatchObject({ email: ada.email });
  });

  it('asks a service that failed again after a minute, or when the token has ended', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    signedInFor(0.1);
    answers['GET /api/identity/get-session'] = () =>
      Response.json({ error: 'internal' }, { status: 503 });
    const renewals = async () => {
      // Once the token has ended, the call fails with its renewal.
      await Promise.allSettled([readAccount()]);
      return asked.splice(0).filter((what) => what.includes('get-session')).length;
    };
    expect([await renewals(), await renewals()]).toEqual([1, 0]);
    vi.setSystemTime(Date.now() + 60_001);
    expect([await renewals(), await renewals()]).toEqual([1, 0]);
    signedInFor(-0.01);
    expect(await renewals()).toBe(1);
  });
});

describe('the identity service, as the pages meet it', () => {
  it("refuses a change of the display name with 'No user is logged in' when nobody is (Spec §8)", async () => {
    answers['GET /api/identity/get-session'] = () => Response.json({ user: null });
    await expect(setDisplayName('Eve')).rejects.toThrow(texts.noUserLoggedIn);
    expect(asked).toEqual(['GET /api/identity/get-session']);
  });

  it.each([
    ['user_not_found', 401, 'user_not_found'],
    ['wrong_password', 401, 'wrong_password'],
    ['too_many_requests', 429, 'too_many_requests'],
    ['internal', 500, 'internal'],
    ['something_new', 400, 'something_new'],
  ])('says %s as its own fault', async (error, status, code) => {
    answers['POST /api/identity/sign-in/email'] = () =>
      Response.json({ error, message: 'A sentence.' }, { status });
    const body = { email: ada.email, password: 'x' };
    await expect(call('signInByPassword', { body })).rejects.toMatchObject({
      name: 'ApiError',
      code,
      message: 'A sentence.',
    });
  });

  it('tells a network that is down from a refusal', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    const body = { email: ada.email };
    await expect(call('requestPasswordReset', { body })).rejects.toMatchObject({ code: 'network' });
  });
});
