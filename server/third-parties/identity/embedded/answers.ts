import type { FastifyReply } from 'fastify';
import { identityErrors, type IdentityErrorCode } from '#contract/identity.ts';

/** Better Auth's codes for what a person can meet; everything else is a request our pages never make. */
const codes: Readonly<Record<string, IdentityErrorCode>> = {
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
  PROOF_NEEDED: 'proof_needed',
  PASSWORD_LINE_FULL: 'busy',
  INVALID_PASSWORD: 'wrong_password',
  COMMON_PASSWORD: 'common_password',
  NO_PASSWORD: 'no_password',
  ADDRESS_UNCONFIRMED: 'address_unconfirmed',
  INVALID_CODE: 'wrong_code',
  INVALID_BACKUP_CODE: 'wrong_code',
  INVALID_TWO_FACTOR_COOKIE: 'code_step_over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'code_step_over',
  TOTP_ALREADY_ENABLED: 'second_factor_on',
  TOTP_NOT_ENABLED: 'second_factor_off',
  DEVICE_UNKNOWN: 'device_unknown',
  EMAIL_MISMATCH: 'not_allowed',
  INVALID_ORIGIN: 'not_allowed',
  MISSING_OR_NULL_ORIGIN: 'not_allowed',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'not_allowed',
};

/** Our code for an answer of Better Auth that is no success. */
export function codeOf(status: number, body: unknown): IdentityErrorCode {
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
  const message =
    typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : '';
  if (code === 'VALIDATION_ERROR' && message.includes('email')) return 'invalid_email';
  const known = codes[code];
  if (known !== undefined) return known;
  if (status === 429) return 'too_many_requests';
  if (status >= 500) return 'internal';
  return status === 401 ? 'sign_in_required' : 'bad_request';
}

/** Answers a refusal of the service in the shop's own shape. */
export function sendRefusal(
  reply: FastifyReply,
  code: IdentityErrorCode,
  retryAfterSeconds?: number,
): FastifyReply {
  const [status, message] = identityErrors[code];
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(status).send({ error: code, message });
}
