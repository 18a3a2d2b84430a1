import { writeMail } from '#server/mails/outbox.ts';
import type { Clock } from '#server/clock.ts';
import type { Mail } from '#server/third-parties/mail/port.ts';
import { sourceOf } from '#server/http/request-source.ts';
import type { IdentityParts, SignedIn } from './parts.ts';
import type { Asker } from './forward.ts';

/** Changes of how an account signs in, which are mailed to its owner. */
const changes = {
  password_changed: {
    subject: 'Your password was changed',
    told: 'The password of your account at Underhood was just changed, and every other browser was signed out.',
  },
  second_factor_on: {
    subject: 'Your sign-in asks for a code now',
    told: 'Signing in to your account at Underhood asks for a code of your app from now on, after the password. Every other browser was signed out. Keep your recovery codes where you find them without your phone.',
  },
  second_factor_off: {
    subject: 'Your sign-in asks for no code any more',
    told: 'Signing in to your account at Underhood asks for the password only from now on. Every other browser was signed out.',
  },
} as const;

type Owner = Pick<SignedIn['user'], 'id' | 'email'>;

/** Mails a change to the owner, and records it as a security event. */
export async function tellOwner(
  parts: IdentityParts,
  asker: Asker,
  owner: Owner,
  kind: keyof typeof changes,
): Promise<void> {
  const now = parts.clock.now();
  const eventKey = `${kind.replaceAll('_', '-')}:${owner.id}:${now.getTime()}`;
  await writeMail(parts.db, letter(parts, owner, { eventKey, ...changes[kind] }), now);
  await parts.tell({ kind, subject: owner.id, from: sourceOf(asker) });
}

/** Warns the owner, at most once a day, that somebody has the password and is guessing codes. */
export async function warnOfWrongCodes(parts: IdentityParts, owner: Owner): Promise<void> {
  const now = parts.clock.now();
  const warning = {
    eventKey: `wrong-codes:${owner.id}:${now.toISOString().slice(0, 10)}`,
    subject: 'Many wrong codes at your sign-in',
    told: 'Somebody who knows how to enter your account at Underhood typed many wrong codes. Further ones are refused for a few minutes.',
  };
  await writeMail(parts.db, letter(parts, owner, warning), now);
}

function letter(
  { publicUrl }: IdentityParts,
  { email }: Owner,
  { eventKey, subject, told }: Pick<Mail, 'eventKey' | 'subject'> & { readonly told: string },
): Mail {
  return {
    eventKey,
    recipient: email,
    subject,
    text: [
      'Hello,',
      told,
      'If it was not you, choose a new password at once. That signs everybody out:',
      `${publicUrl}/forget-password`,
    ].join('\n\n'),
  };
}

const removedBecause = {
  lost: 'somebody told us that its app is lost',
  unreadable: 'our key to it was lost',
} as const;

/** The mail after an operator removed a second factor. It has no link, because the command does not know the shop's address. */
export function secondFactorResetMail({
  clock,
  email,
  subject,
  why,
}: {
  readonly clock: Clock;
  readonly email: string;
  readonly subject: string;
  readonly why: keyof typeof removedBecause;
}): Mail {
  return {
    eventKey: `second-factor-reset:${subject}:${clock.now().getTime()}`,
    recipient: email,
    subject: 'Your sign-in asks for no code any more',
    text: [
      'Hello,',
      `We have taken the second factor off your account at Underhood, because ${removedBecause[why]}. Signing in asks for the password only; every browser was signed out.`,
      why === 'lost'
        ? 'If you did not ask for that, choose a new password at once, and write to us.'
        : 'Please turn a new one on in your profile.',
    ].join('\n\n'),
  };
}
