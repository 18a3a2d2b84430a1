import { randomBytes } from 'node:crypto';
import { dayMs } from '#contract/durations.ts';
import type { Auth } from './auth.ts';
import { refusal, type Outcome } from './forward.ts';
import { accountOf, rememberDevice, type AccountNow, type DeviceParts } from './known-devices.ts';
import { mayMailDeviceCode } from './mail-limits.ts';
import { deviceMail } from './mails.ts';
import { writeMail } from '#server/mails/outbox.ts';

type Parts = DeviceParts & { readonly auth: Auth };

const codeMs = dayMs;

/**
 * Answers a sign-in from a browser that the account does not know, while strangers guess at it: the owner is mailed a link
 * that makes a browser known. Without a look at the password, so nobody learns whether it was right.
 */
export async function refuseUnknownDevice(
  parts: Parts,
  { email, account }: { readonly email: string; readonly account: AccountNow | undefined },
  retryAfterSeconds: number,
): Promise<Outcome> {
  // Spec §8: told at once, as ever; there is no mailbox to write to.
  if (account === undefined) return refusal(401, 'USER_NOT_FOUND');
  const { db, clock, publicUrl } = parts;
  if (await mayMailDeviceCode(db, email, clock.now())) {
    const code = randomBytes(32).toString('base64url');
    const { internalAdapter } = await parts.auth.$context;
    const expiresAt = new Date(Date.now() + codeMs);
    await internalAdapter.createVerificationValue({
      identifier: identifierOf(code),
      value: account.subject,
      expiresAt,
    });
    await writeMail(db, deviceMail({ publicUrl, email, token: code }), clock.now());
  }
  return refusal(429, 'DEVICE_UNKNOWN', retryAfterSeconds);
}

/** Makes the browser known to the account whose mailbox the code was sent to; once. Refuses with `link_invalid`. */
export async function confirmDevice(parts: Parts, code: string): Promise<Outcome> {
  const { internalAdapter } = await parts.auth.$context;
  const found = await internalAdapter.consumeVerificationValue(identifierOf(code));
  const account = found === null ? undefined : await accountOf(parts.db, found.value);
  if (account === undefined) return refusal(400, 'INVALID_TOKEN');
  return {
    status: 200,
    body: {},
    cookies: [await rememberDevice(parts, account)],
    location: undefined,
  };
}

function identifierOf(code: string): string {
  return `known-device:${code}`;
}
