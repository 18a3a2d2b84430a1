import type { Clock } from '#server/clock.ts';
import type { Mail } from '#server/third-parties/mail/port.ts';

/** Whom a mail about how an account is entered goes to. */
interface Owner {
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly email: string;
  readonly subject: string;
}

/** Tells the owner that the password was changed by somebody who is signed in. */
export function passwordChangedMail(owner: Owner): Mail {
  return letter(owner, 'password-changed', {
    subject: 'Your password was changed',
    told: 'The password of your account at Underhood was just changed, and every other browser was signed out.',
  });
}

/** Tells the owner that sign-ins ask for a code from now on. */
export function secondFactorOnMail(owner: Owner): Mail {
  return letter(owner, 'second-factor-on', {
    subject: 'Your sign-in asks for a code now',
    told: 'Signing in to your account at Underhood asks for a code of your app from now on, after the password. Every other browser was signed out. Keep your recovery codes where you find them without your phone.',
  });
}

/** Tells the owner that sign-ins ask for no code any more. */
export function secondFactorOffMail(owner: Owner): Mail {
  return letter(owner, 'second-factor-off', {
    subject: 'Your sign-in asks for no code any more',
    told: 'Signing in to your account at Underhood asks for the password only from now on. Every other browser was signed out.',
  });
}

/** Tells the owner that an operator took the second factor off. The command does not know under which address the shop is found. */
export function secondFactorResetMail({ clock, email, subject }: Omit<Owner, 'publicUrl'>): Mail {
  return {
    eventKey: `second-factor-reset:${subject}:${clock.now().getTime()}`,
    recipient: email,
    subject: 'Your sign-in asks for no code any more',
    text: [
      'Hello,',
      'We have taken the second factor off your account at Underhood, because somebody told us that its app is lost. Signing in asks for the password only; every browser was signed out.',
      'If you did not ask for that, choose a new password at once, and write to us.',
    ].join('\n\n'),
  };
}

/** Tells the owner that somebody has the password and is guessing codes. Once a day at most. */
export function wrongCodesMail(owner: Owner): Mail {
  const day = owner.clock.now().toISOString().slice(0, 10);
  return {
    ...letter(owner, 'wrong-codes', {
      subject: 'Many wrong codes at your sign-in',
      told: 'Somebody who knows how to enter your account at Underhood typed many wrong codes. Further ones are refused for a few minutes.',
    }),
    eventKey: `wrong-codes:${owner.subject}:${day}`,
  };
}

function letter(
  owner: Owner,
  event: string,
  { subject, told }: { readonly subject: string; readonly told: string },
): Mail {
  return {
    eventKey: `${event}:${owner.subject}:${owner.clock.now().getTime()}`,
    recipient: owner.email,
    subject,
    text: [
      'Hello,',
      told,
      'If it was not you, choose a new password at once. That signs everybody out:',
      `${owner.publicUrl}/forget-password`,
    ].join('\n\n'),
  };
}
