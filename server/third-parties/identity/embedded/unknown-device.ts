import { randomBytes } from 'node:crypto';
import { dayMs } from '#contract/durations.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Asked } from '#server/http/serve.ts';
import { done, type Outcome } from './forward.ts';
import { accountOf, rememberDevice, type AccountNow } from './known-devices.ts';
import { mayMailDeviceCode } from './mail-limits.ts';
import { deviceMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import { writeMail } from '#server/mails/outbox.ts';

const codeMs = dayMs;

/**
 * Answers a sign-in from a browser that the account does not know, while strangers guess at it: the owner is mailed a link
 * that makes a browser known. Without a look at the password, so nobody learns whether it was right.
 */
export async function refuseUnknownDevice(
  parts: IdentityParts,
  { email, account }: { readonly email: string; readonly account: AccountNow | undefined },
  retryAfterSeconds: number,
): Promise<never> {
  // Spec §8: told at once, as ever; there is no mailbox to write to.
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

/** Makes the browser known to the account whose mailbox the code was sent to; once. Refuses with `link_invalid`. */
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
