import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '#web/api/call.ts';
import { currentSession, restartSession, signOut } from './session.ts';

const ada = { email: 'ada@example.com', name: 'Ada', emailVerified: true };
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
const busy = () => Response.json({ error: 'busy', message: 'The shop is busy.' }, { status: 503 });
const session = 'GET /api/identity/get-session';
const token = 'GET /api/identity/token';

/** These tests replace only the network and the browser's storage. */
let stored: Map<string, string>;
let asked: string[];
let answers: Record<string, () => Response | Promise<Response>>;
let shown: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  // Long ago, so that a renewal that fails here keeps no later one from trying.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01T09:00:00Z') });
  stored = new Map();
  asked = [];
  answers = {
    [session]: () => Response.json({ user: ada }),
    [token]: () => Response.json({ token: 'a.b.c' }),
    'PUT /api/users/ada%40example.com': () =>
      Response.json({
        result: { acknowledged: true },
        accessToken: 'fresh-token',
        expiresAt: hours(12),
      }),
    'POST /api/identity/sign-out': () => Response.json({ done: true }),
    'POST /api/sign-out': () => Response.json({ acknowledged: true }),
    'GET /api/user/ada%40example.com with old-token': () =>
      Response.json({ error: 'session_expired', message: 'x' }, { status: 401 }),
    'GET /api/user/ada%40example.com with fresh-token': () => Response.json(ada),
    'GET /api/orders/7': () => Response.json({ _id: '7' }),
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const request = new Request(`http://shop${address}`, init);
    const bearer = request.headers.get('authorization')?.replace('Bearer ', ' with ') ?? '';
    const what = `${request.method} ${address}`;
    asked.push(what + bearer);
    const answer = answers[what + bearer] ?? answers[what];
    return answer?.() ?? Response.json({ error: 'not_found' }, { status: 404 });
  });
  shown = vi.spyOn(toast, 'error');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Stores somebody's session; its token expires in so many hours. */
function signedIn(left: number, { email, name } = ada, accessToken = 'old-token'): void {
  stored.set('accessToken', accessToken);
  stored.set('underhood.session', JSON.stringify({ email, name, expiresAt: hours(left) }));
}
const readAccount = () => call('getUser', { params: { email: ada.email } });

describe('an outage of the identity service while the access token has expired', () => {
  it.each([
    ['busy', 503, busy],
    ['too_many_requests', 429, () => Response.json({}, { status: 429 })],
    ['network', 0, () => Promise.reject(new TypeError('no network'))],
  ])('fails the call with %s and signs nobody out', async (code, status, answer) => {
    signedIn(-1);
    answers[session] = answer;
    await expect(readAccount()).rejects.toMatchObject({ name: 'ApiError', code, status });
    expect(asked).toEqual([session]);
    expect(shown).not.toHaveBeenCalled();
    expect(currentSession()).toMatchObject({ email: ada.email });
    answers[session] = () => Response.json({ user: ada });
    expect(await readAccount()).toEqual(ada);
  });

  it('does not keep back a call that needs no token', async () => {
    signedIn(-1);
    answers[session] = busy;
    expect(await call('getOrder', { params: { id: '7' }, query: {} })).toEqual({ _id: '7' });
    expect(asked).toEqual([session, 'GET /api/orders/7']);
  });

  it('does not matter where another tab has renewed the token', async () => {
    signedIn(-1);
    answers[session] = () => {
      signedIn(12, ada, 'fresh-token');
      return busy();
    };
    expect(await readAccount()).toEqual(ada);
  });
});

describe('a token that arrives late', () => {
  it('signs nobody in who has signed out meanwhile', async () => {
    signedIn(-0.1);
    answers[token] = async () => {
      await signOut();
      return Response.json({ token: 'a.b.c' });
    };
    await Promise.allSettled([readAccount()]);
    expect(asked).toContain('PUT /api/users/ada%40example.com with a.b.c');
    expect(stored).toEqual(new Map());
    expect(currentSession()).toBeUndefined();
  });

  it('does not take the place of that of a newer identity session', async () => {
    signedIn(-0.1);
    let given = 0;
    answers['PUT /api/users/ada%40example.com'] = () => {
      given += 1;
      const accessToken = `token-${given}`;
      return Response.json({ result: { acknowledged: true }, accessToken, expiresAt: hours(12) });
    };
    for (const which of ['token-1', 'token-2'])
      answers[`GET /api/user/ada%40example.com with ${which}`] = () => Response.json(ada);
    const restarted = Promise.withResolvers<undefined>();
    answers[token] = async () => {
      await restarted.promise;
      return Response.json({ token: 'a.b.c' });
    };
    const read = readAccount();
    await vi.waitFor(() => expect(asked).toContain(token));
    const restart = restartSession();
    restarted.resolve(undefined);
    await Promise.all([read, restart]);
    expect(stored.get('accessToken')).toBe('token-2');
  });

  it('does not take the place of somebody who has signed in in another tab', async () => {
    signedIn(-0.1);
    answers[token] = () => {
      signedIn(12, { ...ada, email: 'eve@example.com' }, 'token-of-eve');
      return Response.json({ token: 'a.b.c' });
    };
    await Promise.allSettled([readAccount()]);
    expect(asked).toContain('PUT /api/users/ada%40example.com with a.b.c');
    expect(stored.get('accessToken')).toBe('token-of-eve');
    expect(currentSession()).toMatchObject({ email: 'eve@example.com' });
  });
});
