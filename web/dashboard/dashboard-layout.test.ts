import { expect, it, vi } from 'vitest';
import { takeSecurityStep } from '#web/users/security/security-steps.ts';
import { shouldRevalidate } from './dashboard-layout.tsx';

const loadsAgain = (actionResult: unknown) => {
  const url = new URL('http://shop.test/dashboard/my-profile');
  return shouldRevalidate({
    formMethod: 'POST',
    actionResult,
    currentUrl: url,
    nextUrl: url,
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
  });
};

it('loads the account again when its password was changed: what an admin is told about it may be over', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.endsWith('/get-session') ? { user: null } : { done: true }),
  );
  const form = new FormData();
  for (const [name, value] of Object.entries({
    step: 'password',
    current: 'iloveyou',
    password: 'rain otter seventeen',
  }))
    form.set(name, value);
  const changed = await takeSecurityStep(form);
  vi.unstubAllGlobals();
  expect(changed).toMatchObject({
    sentence: 'Your password is changed. Every other browser is signed out.',
  });
  expect([changed, { kind: 'done' }, { kind: 'invalid', errors: {} }].map(loadsAgain)).toEqual([
    true,
    false,
    false,
  ]);
});
