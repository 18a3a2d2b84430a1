import type { IdentityErrorCode } from '#contract/identity.ts';
import { IdentityError, type IdentityFault } from './identity.ts';

/** How long an answer may take; a page must not wait for ever. */
const patienceMs = 15_000;

const faults: Readonly<Partial<Record<IdentityErrorCode, IdentityFault>>> = {
  user_not_found: 'user-not-found',
  wrong_password: 'wrong-password',
  email_in_use: 'email-in-use',
  weak_password: 'weak-password',
  password_too_long: 'password-too-long',
  invalid_email: 'invalid-email',
  link_invalid: 'link-invalid',
  email_verified: 'email-verified',
  proof_needed: 'proof-needed',
  common_password: 'common-password',
  no_password: 'no-password',
  address_unconfirmed: 'address-unconfirmed',
  wrong_code: 'wrong-code',
  code_step_over: 'code-step-over',
  second_factor_on: 'second-factor-on',
  second_factor_off: 'second-factor-off',
  sign_in_required: 'signed-out',
  too_many_requests: 'too-many-requests',
  device_unknown: 'device-unknown',
  busy: 'busy',
};

/** An answer of the embedded identity service: its status, and its body when it is a success. */
export interface IdentityAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * One request to the embedded identity service. Rejects with an `IdentityError`, except for a 401 of `whenSignedOut`, which
 * is an answer. Written over fetch: Better Auth's client would add 12 KB for five calls.
 */
export async function identityRequest(
  path: string,
  body?: object,
  whenSignedOut: 'refuse' | 'answer' = 'refuse',
): Promise<IdentityAnswer> {
  const request: RequestInit = { signal: AbortSignal.timeout(patienceMs), cache: 'no-store' };
  if (body !== undefined)
    // Sent to its end also when the page is left meanwhile: a sign-out must not stop half-way.
    Object.assign(request, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const response = await fetch(`/api/identity${path}`, request).catch(() => {
    throw new IdentityError(
      'network',
      'The shop cannot be reached. Please check the connection and try again.',
    );
  });
  const answer: unknown = await response.json().catch(() => undefined);
  const record =
    typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  if (response.ok || (response.status === 401 && whenSignedOut === 'answer'))
    return { status: response.status, body: record };
  throw refusalOf(response.status, record);
}

/** The error for an answer that was no success, whatever stood in it. */
export function refusalOf(
  status: number,
  { error, message }: Readonly<Record<string, unknown>>,
): IdentityError {
  const known =
    typeof error === 'string' && Object.hasOwn(faults, error)
      ? faults[error as IdentityErrorCode]
      : undefined;
  const fault = known ?? (status >= 500 ? 'provider-unavailable' : 'unknown');
  return new IdentityError(
    fault,
    typeof message === 'string' && known !== undefined
      ? message
      : 'That did not work. Please try again in a moment.',
  );
}
