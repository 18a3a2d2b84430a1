import type { ErrorCode } from '#contract/errors.ts';
import { generalErrors } from '#contract/general-errors.ts';
import { signInErrors } from '#contract/sign-in-errors.ts';
import { texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { unreachable } from '#web/api/call.ts';

/** What the pages may be told by the hosted service, besides that it cannot be reached. */
export const hostedErrors = {
  ...signInErrors,
  // Spec §8.
  user_not_found: [401, texts.accountDoesNotExist],
  too_many_requests: generalErrors.too_many_requests,
  sign_in_required: [401, texts.loginExpired],
  unavailable: [
    503,
    'The sign-in service does not answer as it should. Please try again in a moment.',
  ],
} as const satisfies Partial<Record<ErrorCode, readonly [status: number, sentence: string]>>;

type HostedErrorCode = keyof typeof hostedErrors;

/** By Firebase's code, which the service may choose. */
const codes = new Map<string, HostedErrorCode | 'network'>([
  ['user-not-found', 'user_not_found'],
  ['wrong-password', 'wrong_password'],
  ['email-already-in-use', 'email_in_use'],
  ['invalid-email', 'invalid_email'],
  ['missing-email', 'invalid_email'],
  ['weak-password', 'weak_password'],
  ['user-disabled', 'account_blocked'],
  ['too-many-requests', 'too_many_requests'],
  ['quota-exceeded', 'too_many_requests'],
  ['expired-action-code', 'link_invalid'],
  ['invalid-action-code', 'link_invalid'],
  ['user-token-expired', 'sign_in_required'],
  ['invalid-user-token', 'sign_in_required'],
  ['user-mismatch', 'sign_in_required'],
  ['null-user', 'sign_in_required'],
  ['network-request-failed', 'network'],
  ['timeout', 'network'],
]);

/** Sentences for what the embedded service never says. */
const others = new Map<string, readonly [code: HostedErrorCode, sentence: string]>([
  // With e-mail enumeration protection the service does not say which of the two it is.
  [
    'invalid-credential',
    ['wrong_password', 'There is no account with this e-mail address and password.'],
  ],
  [
    'password-does-not-meet-requirements',
    [
      'weak_password',
      'The sign-in service asks for a stronger password: longer, or with more kinds of characters',
    ],
  ],
  [
    'multi-factor-auth-required',
    ['unavailable', 'This account asks for a second factor, which this shop cannot take.'],
  ],
]);

/** The shop's error with this code, in the shop's own words. */
export function hostedError(code: HostedErrorCode, sentence?: string): ApiError {
  const [status, usual] = hostedErrors[code];
  return new ApiError(status, code, sentence ?? usual);
}

/** Firebase's code without its prefix; undefined for errors that are not Firebase's. */
export function firebaseCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice(5) : undefined;
}

/** What a failed request of Firebase means to the pages; other errors are passed on. */
export function fromFirebase(error: unknown): unknown {
  const code = firebaseCode(error);
  if (code === undefined) return error;
  const other = others.get(code);
  if (other) return hostedError(...other);
  const known = codes.get(code) ?? 'unavailable';
  return known === 'network' ? unreachable() : hostedError(known);
}
