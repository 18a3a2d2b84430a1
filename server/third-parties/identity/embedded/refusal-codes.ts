import { isAPIError } from 'better-auth/api';
import type { ErrorCode } from '#contract/errors.ts';
import { refuse } from '#server/http/refusal.ts';

/** Better Auth's codes and ours; all others are for requests that our pages never make. */
const codes: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL: 'invalid_email',
  INVALID_EMAIL_OR_PASSWORD: 'wrong_password',
  USER_NOT_FOUND: 'user_not_found',
  USER_ALREADY_EXISTS: 'email_in_use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_in_use',
  FAILED_TO_CREATE_USER: 'internal',
  PASSWORD_TOO_SHORT: 'weak_password',
  PASSWORD_TOO_LONG: 'password_too_long',
  INVALID_TOKEN: 'link_invalid',
  TOKEN_EXPIRED: 'link_invalid',
  EMAIL_ALREADY_VERIFIED: 'email_verified',
  INVALID_PASSWORD: 'wrong_password',
  NO_PASSWORD: 'no_password',
  INVALID_CODE: 'wrong_code',
  INVALID_BACKUP_CODE: 'wrong_code',
  INVALID_TWO_FACTOR_COOKIE: 'code_step_over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'code_step_over',
  TOTP_ALREADY_ENABLED: 'second_factor_on',
  TOTP_NOT_ENABLED: 'second_factor_off',
  EMAIL_MISMATCH: 'not_allowed',
  INVALID_ORIGIN: 'not_allowed',
  MISSING_OR_NULL_ORIGIN: 'not_allowed',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'not_allowed',
};

/** Calls Better Auth and turns its refusals into ours. Other errors, such as a database outage, are rethrown. */
export async function inOurWords<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isAPIError(error)) throw error;
    refuse(codeOf(error.statusCode, { ...error.body }));
  }
}

/** Our code for a refusal of Better Auth. */
export function codeOf(status: number, { code, message }: Record<string, unknown>): ErrorCode {
  if (code === 'VALIDATION_ERROR' && String(message).includes('email')) return 'invalid_email';
  const known = codes[String(code)];
  if (known !== undefined) return known;
  if (status === 429) return 'too_many_requests';
  if (status >= 500) return 'internal';
  // Two requests with the same recovery code: the second no longer finds it.
  if (status === 409) return 'wrong_code';
  return status === 401 ? 'sign_in_required' : 'bad_request';
}
