import type { identityCalls } from '#contract/identity-calls.ts';
import { Refusal, refuse } from '#server/http/refusal.ts';
import type { Asked, CallContext, Handlers } from '#server/http/serve.ts';
import {
  countRequest,
  uncountRequest,
  type LimitedRequest,
  type RateLimit,
} from '#server/rate-limit/store.ts';
import { forward, type Outcome } from './forward.ts';
import { register, resetPassword } from './new-password.ts';
import {
  changePassword,
  endAllSessions,
  endOneSession,
  listSessions,
  showSignInWays,
} from './own-account.ts';
import { sourceOf } from '#server/http/request-source.ts';
import { own, type IdentityParts } from './parts.ts';
import { signInByPassword } from './password-sign-in.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  signInByCode,
} from './second-factor.ts';
import { confirmDevice } from './unknown-device.ts';
import { verifyEmail } from './verify-email.ts';

type Name = keyof typeof identityCalls;

/** What a call is given to work with, as Better Auth takes it. */
type Body = Readonly<Record<string, unknown>>;

/** What a call does. Of the outcome's body the page sees what the contract names. */
type Works = {
  readonly [N in Name]: (parts: IdentityParts, asked: Asked<N>) => Promise<Outcome>;
};

const ofNetwork: RateLimit = { perAccount: 0, perAddress: 120 };
const ofMails: RateLimit = { perAccount: 5, perAddress: 60 };

/** What is not here does not exist: Better Auth brings thirty addresses more. */
const works: Works = {
  register: limited('register', { perAccount: 10, perAddress: 120 }, register),
  // Counted where the password is looked at.
  signInByPassword: (parts, asked) => signInByPassword(parts, asked, asked.body),
  signInByCode: limited('signInByCode', ofNetwork, signInByCode),
  signInWithGoogle: limited('signInWithGoogle', ofNetwork, signInWithGoogle),
  confirmDevice: limited('confirmDevice', ofNetwork, confirmDevice),
  endSession: forwarded('/sign-out'),
  getSession: async (parts, asked) => {
    const outcome = await forward(parts, asked, { path: '/get-session' });
    return { ...outcome, body: { user: outcome.body['user'] ?? null } };
  },
  getIdentityToken: forwarded('/token'),
  setDisplayName: own(forwarded('/update-user')),
  sendVerificationEmail: limited(
    'sendVerificationEmail',
    ofMails,
    forwarded('/send-verification-email'),
  ),
  verifyEmail: limited('verifyEmail', ofNetwork, verifyEmail),
  requestPasswordReset: limited('requestPasswordReset', ofMails, requestPasswordReset),
  resetPassword: limited('resetPassword', ofNetwork, resetPassword),
  getSignInWays: own(showSignInWays),
  changePassword: own(limited('changePassword', ofNetwork, changePassword)),
  listSessions: own(listSessions),
  endOneSession: own(limited('endOneSession', ofNetwork, endOneSession)),
  endAllSessions: own(limited('endAllSessions', ofNetwork, endAllSessions)),
  beginSecondFactor: own(limited('beginSecondFactor', ofNetwork, beginSecondFactor)),
  confirmSecondFactor: own(limited('confirmSecondFactor', ofNetwork, confirmSecondFactor)),
  endSecondFactor: own(limited('endSecondFactor', ofNetwork, endSecondFactor)),
};

type ExceptGoogle = Exclude<Name, 'signInWithGoogle'>;

/** The service's calls; 'Continue with Google' only where it works. */
export type IdentityHandlers = Handlers<ExceptGoogle> & Partial<Handlers<Name>>;

/** The handlers of the service's calls; without Google that of its sign-in is missing. */
export function identityHandlers(parts: IdentityParts, google: boolean): IdentityHandlers {
  const entries = Object.entries(works) as [Name, Works[Name]][];
  const handlers = entries.map(([name, work]) => [
    name,
    async (asked: CallContext) => {
      const { body, cookies } = await work(parts, asked as never);
      asked.browser.setCookies(cookies);
      return body;
    },
  ]);
  const { signInWithGoogle: ofGoogle, ...others } = Object.fromEntries(handlers) as Handlers<Name>;
  return google ? { ...others, signInWithGoogle: ofGoogle } : others;
}

/** A call that is Better Auth's own. */
function forwarded(path: string) {
  return (parts: IdentityParts, asked: CallContext & { readonly body?: Body }) =>
    forward(parts, asked, { path, ...(asked.body && { body: asked.body }) });
}

/** Counts what is tried, by network and by the account that is named. Refuses with `too_many_requests`. */
function limited<A extends CallContext & { readonly body: Body }, R extends unknown[]>(
  what: Name,
  limit: RateLimit,
  work: (parts: IdentityParts, asked: A, ...rest: R) => Promise<Outcome>,
) {
  return async (parts: IdentityParts, asked: A, ...rest: R): Promise<Outcome> => {
    const { email } = asked.body;
    const account = typeof email === 'string' ? email : undefined;
    const request: LimitedRequest = { what, address: asked.address, account };
    const wait = await countRequest(parts.db, request, limit, parts.clock.now());
    if (wait !== undefined) refuse('too_many_requests', { retryAfterSeconds: wait });
    try {
      return await work(parts, asked, ...rest);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'busy')
        await uncountRequest(parts.db, request);
      throw error;
    }
  };
}

async function signInWithGoogle(
  parts: IdentityParts,
  asked: Asked<'signInWithGoogle'>,
): Promise<Outcome> {
  const callbackURL = `${parts.publicUrl}/google-done?${new URLSearchParams(asked.body).toString()}`;
  const to = { callbackURL, errorCallbackURL: callbackURL, disableRedirect: true };
  return forward(parts, asked, { path: '/sign-in/social', body: { provider: 'google', ...to } });
}

async function requestPasswordReset(
  parts: IdentityParts,
  asked: Asked<'requestPasswordReset'>,
): Promise<Outcome> {
  const outcome = await forwarded('/request-password-reset')(parts, asked);
  await parts.tell({ kind: 'reset_asked', email: asked.body.email, from: sourceOf(asked) });
  return outcome;
}
