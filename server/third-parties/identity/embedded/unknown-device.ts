import { randomBytes } from 'node:crypto';
import { dayMs } from '#contract/durations.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Asked } from '#server/http/serve.ts';
import { done, type Outcome } from './forward.ts';
import { accountOf, rememberDevice, type AccountEpoch } from './known-devices.ts';
import { mayMailDeviceCode } from './mail-limits.ts';
import { deviceMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import { writeMail } from '#server/mails/outbox.ts';

const codeMs = dayMs;

/**
 * Refuses a sign-in from an unknown device while strangers guess the password, and mails the owner a link that makes a
 * browser a known device. The password is not checked, so nobody learns whether it was right.
 */
export async function refuseUnknownDevice(
  parts: IdentityParts,
  { email, account }: { readonly email: string; readonly account: AccountEpoch | undefined },
  retryAfterSeconds: number,
): Promise<never> {
  // Spec §8 wants this error, limits or not.
  if (account === undefined) refuse('user_not_found');
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
  refuse('device_unknown', { retryAfterSeconds });
}

/** Makes the browser a known device by a mailed code, which works once. Refuses with `link_invalid`. */
export async function confirmDevice(
  parts: IdentityParts,
  { body }: Asked<'confirmDevice'>,
): Promise<Outcome> {
  const { internalAdapter } = await parts.auth.$context;
  const found = await internalAdapter.consumeVerificationValue(identifierOf(body.token));
  const account = found === null ? undefined : await accountOf(parts.db, found.value);
  if (account === undefined) refuse('link_invalid');
  return { ...done, cookies: [await rememberDevice(parts, account)] };
}

function identifierOf(code: string): string {
  return `known-device:${code}`;
}
