import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '#web/api/call.ts';
import { shouldRevalidate as accountLoadsAgain } from '#web/dashboard/dashboard-layout.tsx';
import { currentSession } from '#web/session/session.ts';
import { shouldRevalidate as profileLoadsAgain } from '#web/users/my-profile-page.tsx';
import { takeSecurityStep } from './security-steps.ts';

const ada = { email: 'ada@example.com', name: 'Ada', emailVerified: true };
const recoveryCodes = ['aaaa-bbbb', 'cccc-dddd'];
const busy = () => Response.json({ error: 'busy', message: 'The shop is busy.' }, { status: 503 });

/** These tests replace only the network and the browser's storage. */
let answers: Record<string, () => Response>;

beforeEach(() => {
  const stored = new Map([
    ['accessToken', 'old-token'],
    [
      'underhood.session',
      JSON.stringify({ ...ada, expiresAt: new Date(Date.now() + 36_000_000).toISOString() }),
    ],
  ]);
  answers = {
    '/api/identity/change-password': () => Response.json({ done: true }),
    '/api/identity/two-factor/confirm': () => Response.json({ recoveryCodes }),
    '/api/identity/get-session': () => Response.json({ user: ada }),
    '/api/identity/token': () => Response.json({ token: 'a.b.c' }),
    '/api/users/ada%40example.com': () =>
      Response.json({ accessToken: 'fresh-token', expiresAt: '2099-01-01T00:00:00.000Z' }),
    // The step has ended the old token.
    '/api/user/ada%40example.com with old-token': () =>
      Response.json({ error: 'session_expired', message: 'x' }, { status: 401 }),
    '/api/user/ada%40example.com with fresh-token': () => Response.json(ada),
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const bearer = new Headers(init.headers).get('authorization')?.replace('Bearer', ' with') ?? '';
    const answer = answers[address + bearer] ?? answers[address];
    return answer?.() ?? Response.json({ error: 'not_found' }, { status: 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

function take(fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return takeSecurityStep(form);
}
const steps = {
  password: { step: 'password', current: 'first-password', password: 'another-order' },
  confirmFactor: { step: 'confirmFactor', code: '123456' },
};

/** What the dashboard's pages load anew after a step. */
function loadedAfter(actionResult: unknown): boolean[] {
  const url = new URL('http://shop.test/dashboard/my-profile');
  const args: ShouldRevalidateFunctionArgs = {
    formMethod: 'POST',
    actionResult,
    currentUrl: url,
    nextUrl: url,
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
  };
  return [accountLoadsAgain(args), profileLoadsAgain(args)];
}

const outages = [
  '/api/identity/get-session',
  '/api/identity/token',
  '/api/users/ada%40example.com',
];

it.each(outages)('the recovery codes are shown though %s fails after them', async (address) => {
  const answered = answers[address] ?? busy;
  answers[address] = busy;
  const outcome = await take(steps.confirmFactor);
  expect(outcome).toMatchObject({ kind: 'factor-on', recoveryCodes });
  // What cannot be loaded would take their place.
  expect(loadedAfter(outcome)).toEqual([false, false]);
  expect(currentSession()).toMatchObject({ email: ada.email });
  answers[address] = answered;
  expect(await call('getUser', { params: { email: ada.email } })).toEqual(ada);
});

it.each(outages)('a password that is changed is told so though %s fails', async (address) => {
  answers[address] = busy;
  const outcome = await take(steps.password);
  expect(outcome).toMatchObject({
    kind: 'password-changed',
    sentence: 'Your password is changed. Every other browser is signed out.',
  });
  expect(loadedAfter(outcome)).toEqual([false, false]);
});

it.each(Object.values(steps))('what a step has changed is loaded anew: $step', async (fields) => {
  const outcome = await take(fields);
  expect(outcome?.kind).toMatch(/^(?:factor-on|password-changed)$/);
  expect(loadedAfter(outcome)).toEqual([true, true]);
});

it('a password that is not changed is not told so', async () => {
  answers['/api/identity/change-password'] = busy;
  expect(await take(steps.password)).toEqual({ kind: 'failed', sentence: 'The shop is busy.' });
});
