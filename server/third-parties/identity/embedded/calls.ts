import * as z from 'zod/mini';
import { Email, line } from '#contract/fields.ts';
import { passwordMax } from '#contract/identity.ts';
import { limits } from '#contract/texts.ts';
import { accountCalls, type AccountCall } from './account-calls.ts';
import { userOf, type CallFrame } from './call-frame.ts';

/** One address that stands for one of Better Auth's. */
export interface ForwardedCall extends CallFrame {
  /** The request Better Auth is given. */
  readonly as: (
    body: Record<string, string>,
    origin: string,
  ) => { method: 'GET' | 'POST'; path: string; body?: Record<string, unknown> };
}

/** One address of the service. */
export type IdentityCall = ForwardedCall | AccountCall;

const password = z.string().check(z.minLength(1), z.maxLength(passwordMax));
const token = z.string().check(z.minLength(1), z.maxLength(2000), z.regex(/^[\w.-]+$/));
const nothing = z.object({});
const done = () => ({ done: true });

const same = (path: string) => (body: Record<string, string>) => ({
  method: 'POST' as const,
  path,
  body,
});
const read = (path: string) => () => ({ method: 'GET' as const, path });

/** Every address of the identity service but the Google callback. What is not here does not exist: Better Auth brings thirty more. */
export const identityCalls: readonly IdentityCall[] = [
  {
    method: 'POST',
    path: '/sign-up/email',
    body: z.object({
      name: line(120),
      email: Email,
      password: password.check(z.minLength(limits.passwordMin)),
    }),
    as: same('/sign-up/email'),
    answer: userOf,
    limit: { perAccount: 10, perAddress: 120 },
  },
  {
    method: 'POST',
    path: '/sign-in/email',
    body: z.object({ email: Email, password }),
    // Counted where the password is checked (password-sign-in.ts).
    as: same('/sign-in/email'),
    answer: userOf,
  },
  {
    method: 'POST',
    path: '/sign-in/google',
    // The page's own number of this attempt: it comes back with the result, so that a page hears only what it began.
    body: z.object({
      nonce: z.string().check(z.regex(/^[\w-]{16,64}$/)),
      mode: z.enum(['popup', 'redirect']),
    }),
    as: ({ nonce = '', mode = '' }, origin) => {
      const callbackURL = `${origin}/google-done?${new URLSearchParams({ nonce, mode }).toString()}`;
      const body = {
        provider: 'google',
        callbackURL,
        errorCallbackURL: callbackURL,
        disableRedirect: true,
      };
      return { method: 'POST', path: '/sign-in/social', body };
    },
    answer: (body) => ({ url: body['url'] }),
    limit: { perAccount: 0, perAddress: 120 },
  },
  {
    method: 'POST',
    path: '/confirm-device',
    // Answered by ours (unknown-device.ts).
    body: z.object({ token }),
    as: same('/confirm-device'),
    answer: done,
    limit: { perAccount: 0, perAddress: 120 },
  },
  { method: 'POST', path: '/sign-out', body: nothing, as: same('/sign-out'), answer: done },
  {
    method: 'GET',
    path: '/get-session',
    as: read('/get-session'),
    answer: (body) => userOf(body ?? {}),
  },
  {
    method: 'GET',
    path: '/token',
    as: read('/token'),
    answer: (body) => ({ token: body['token'] }),
  },
  {
    method: 'POST',
    path: '/update-user',
    body: z.object({ name: line(120) }),
    as: same('/update-user'),
    answer: done,
  },
  {
    method: 'POST',
    path: '/send-verification-email',
    body: z.object({ email: Email }),
    as: same('/send-verification-email'),
    answer: done,
    limit: { perAccount: 5, perAddress: 60 },
  },
  {
    method: 'POST',
    path: '/verify-email',
    // A POST, so that nothing which merely follows links confirms an address; answered by ours (verify-email.ts).
    body: z.object({ token, password: z.optional(password) }),
    as: same('/verify-email'),
    answer: done,
    limit: { perAccount: 0, perAddress: 120 },
  },
  {
    method: 'POST',
    path: '/request-password-reset',
    body: z.object({ email: Email }),
    as: same('/request-password-reset'),
    answer: done,
    limit: { perAccount: 5, perAddress: 60 },
  },
  {
    method: 'POST',
    path: '/reset-password',
    body: z.object({ token, newPassword: password.check(z.minLength(limits.passwordMin)) }),
    as: same('/reset-password'),
    answer: done,
    limit: { perAccount: 0, perAddress: 120 },
  },
  ...accountCalls,
];
