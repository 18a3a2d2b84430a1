import * as z from 'zod/mini';
import { passwordMax } from '#contract/identity.ts';
import { limits } from '#contract/texts.ts';
import { userOf, type CallFrame } from './call-frame.ts';
import type { Outcome } from './forward.ts';
import {
  changePassword,
  endAllSessions,
  endOneSession,
  listSessions,
  showSignInWays,
} from './own-account.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  signInByCode,
} from './second-factor.ts';
import type { AccountParts, AccountRequest } from './signed-in.ts';

const password = z.string().check(z.minLength(1), z.maxLength(passwordMax));
const code = z.string().check(z.minLength(1), z.maxLength(40));
const done = () => ({ done: true });
const whole = (body: Record<string, unknown>) => body;
const limit = { perAccount: 0, perAddress: 120 };

/** A call about one's own account: served by ours, with the library behind it. */
export interface AccountCall extends CallFrame {
  readonly serve: (parts: AccountParts, asked: AccountRequest) => Promise<Outcome>;
}

/** What the owner of an account does about how it is entered. */
export const accountCalls: readonly AccountCall[] = [
  { method: 'GET', path: '/account', serve: showSignInWays, answer: whole },
  {
    method: 'POST',
    path: '/change-password',
    body: z.object({
      currentPassword: password,
      newPassword: password.check(z.minLength(limits.passwordMin)),
    }),
    serve: changePassword,
    answer: done,
    limit,
  },
  { method: 'GET', path: '/sessions', serve: listSessions, answer: whole },
  {
    method: 'POST',
    path: '/end-session',
    body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
    serve: endOneSession,
    answer: done,
    limit,
  },
  {
    method: 'POST',
    path: '/end-sessions',
    body: z.object({}),
    serve: endAllSessions,
    answer: done,
    limit,
  },
  {
    method: 'POST',
    path: '/two-factor/enable',
    body: z.object({ password }),
    serve: beginSecondFactor,
    answer: whole,
    limit,
  },
  {
    method: 'POST',
    path: '/two-factor/confirm',
    body: z.object({ code }),
    serve: confirmSecondFactor,
    answer: whole,
    limit,
  },
  {
    method: 'POST',
    path: '/two-factor/disable',
    body: z.object({ password, code }),
    serve: endSecondFactor,
    answer: done,
    limit,
  },
  {
    method: 'POST',
    path: '/sign-in/code',
    body: z.object({ code }),
    serve: signInByCode,
    answer: userOf,
    limit,
  },
];
