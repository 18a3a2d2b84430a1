import * as z from 'zod/mini';
import type { Issue } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { Moment } from './fields.ts';
import { passwordMax } from './password-rules.ts';
import { limits } from './texts.ts';

/** A password that somebody has. */
export const Password = z.string().check(z.minLength(1), z.maxLength(passwordMax));

/** A password that somebody chooses. */
export const NewPassword = Password.check(z.minLength(limits.passwordMin));

/** The one-time code of a mailed link. */
export const MailedCode = z.string().check(z.minLength(1), z.maxLength(2000), z.regex(/^[\w.-]+$/));

/** A code of an app, or a recovery code, as somebody types it. */
export const TypedCode = z.string().check(z.minLength(1), z.maxLength(40));

/** The refusal for an invalid field; pages show its sentence at the field. */
export function refusalOfTyped(issues: readonly Issue[]): ErrorCode {
  const fields = issues.map(({ path }) => path[0]);
  if (fields.includes('email')) return 'invalid_email';
  const ofPassword = issues.find(({ path }) => path[0] === 'password' || path[0] === 'newPassword');
  if (ofPassword !== undefined)
    return ofPassword.code === 'too_big' ? 'password_too_long' : 'weak_password';
  return fields.includes('token') ? 'link_invalid' : 'bad_request';
}

/** Whatever the service answers, pages only learn that it is done. */
export const Done = z.object({ done: z._default(z.literal(true), true) });

/** Somebody signed in at the identity service. The session's token is in its cookie only. */
export const IdentityUser = z.object({
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
});
export type IdentityUser = z.infer<typeof IdentityUser>;

/** Who is signed in; null for nobody. */
export const Session = z.object({ user: z.nullable(IdentityUser) });

/** The answer to a right password: who is signed in, or with `secondFactor` that a code is needed first. */
export const PasswordTaken = z.object({
  user: z.nullable(IdentityUser),
  secondFactor: z.optional(z.literal(true)),
});

/** How an account signs in. */
export const SignInWays = z.object({
  /** False for an account that signs in with Google only. */
  password: z.boolean(),
  secondFactor: z.boolean(),
  recoveryCodesLeft: z.number(),
});
export type SignInWays = z.infer<typeof SignInWays>;

/** A browser that is signed in, as its account's owner sees it. */
export const ListedSession = z.object({
  id: z.string(),
  /** The browser that asks. */
  here: z.boolean(),
  since: Moment,
  /** When its session was last renewed: exact to an hour. */
  lastSeen: Moment,
  /** 'Firefox on Linux'. */
  browser: z.string(),
});
export type ListedSession = z.infer<typeof ListedSession>;

/** What an authenticator app is given. */
export const SecondFactorKey = z.object({
  /** `otpauth://…`, for a QR code. */
  uri: z.string(),
  /** The same secret, to be typed. */
  secret: z.string(),
});
export type SecondFactorKey = z.infer<typeof SecondFactorKey>;
