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
import { getIdentityToken } from './identity-token.ts';
import { register, resetPassword } from './new-password.ts';
import {
  changePassword,
  endAllSessions,
  endOneSession,
  listSessions,
  showSignInWays,
} from './own-account.ts';
import { sourceOf } from '#server/http/request-source.ts';
import { forSignedIn, type IdentityParts } from './parts.ts';
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

type Body = Readonly<Record<string, unknown>>;

/** What each call does; of the outcome's body, pages get the fields in the contract. */
type Works = {
  readonly [N in Name]: (parts: IdentityParts, asked: Asked<N>) => Promise<Outcome>;
};

const ofNetwork: RateLimit = { perAccount: 0, perAddress: 120 };
const ofMails: RateLimit = { perAccount: 5, perAddress: 60 };

/** Only these calls exist; Better Auth's thirty others answer 404. */
const works: Works = {
  register: limited('register', { perAccount: 10, perAddress: 120 }, register),
  // Limited where the password is checked.
  signInByPassword: (parts, asked) => signInByPassword(parts, asked, asked.body),
  signInByCode: limited('signInByCode', ofNetwork, signInByCode),
  signInWithGoogle: limited('signInWithGoogle', ofNetwork, signInWithGoogle),
  confirmDevice: limited('confirmDevice', ofNetwork, confirmDevice),
  endSession: forwarded('/sign-out'),
  getSession: async (parts, asked) => {
    const outcome = await forward(parts, asked, { path: '/get-session' });
    return { ...outcome, body: { user: outcome.body['user'] ?? null } };
  },
  getIdentityToken,
  setDisplayName: forSignedIn(forwarded('/update-user')),
  sendVerificationEmail: limited(
    'sendVerificationEmail',
    ofMails,
    forwarded('/send-verification-email'),
  ),
  verifyEmail: limited('verifyEmail', ofNetwork, verifyEmail),
  requestPasswordReset: limited('requestPasswordReset', ofMails, requestPasswordReset),
  resetPassword: limited('resetPassword', ofNetwork, resetPassword),
  getSignInWays: forSignedIn(showSignInWays),
  changePassword: forSignedIn(limited('changePassword', ofNetwork, changePassword)),
  listSessions: forSignedIn(listSessions),
  endOneSession: forSignedIn(limited('endOneSession', ofNetwork, endOneSession)),
  endAllSessions: forSignedIn(limited('endAllSessions', ofNetwork, endAllSessions)),
  beginSecondFactor: forSignedIn(limited('beginSecondFactor', ofNetwork, beginSecondFactor)),
  confirmSecondFactor: forSignedIn(limited('confirmSecondFactor', ofNetwork, confirmSecondFactor)),
  endSecondFactor: forSignedIn(limited('endSecondFactor', ofNetwork, endSecondFactor)),
};

type ExceptGoogle = Exclude<Name, 'signInWithGoogle'>;

/** The service's calls; 'Continue with Google' only if it is configured. */
export type IdentityHandlers = Handlers<ExceptGoogle> & Partial<Handlers<Name>>;

/** The handlers of the service's calls. */
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

/** A call that Better Auth handles. */
function forwarded(path: string) {
  return (parts: IdentityParts, asked: CallContext & { readonly body?: Body }) =>
    forward(parts, asked, { path, ...(asked.body && { body: asked.body }) });
}

/** A call with a rate limit, per network and per account in the body. Refuses with `too_many_requests`. */
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
