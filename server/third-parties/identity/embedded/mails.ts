import { createHash } from 'node:crypto';
import type { Mail } from '#server/third-parties/mail/port.ts';

interface Letter {
  readonly publicUrl: string;
  readonly email: string;
  readonly token: string;
}

/** The confirmation mail. Its page confirms when a button is pressed, because mail scanners open links. */
export function verificationMail(letter: Letter): Mail {
  return {
    eventKey: eventKey('verify-email', letter.token),
    recipient: letter.email,
    subject: 'Confirm your e-mail address',
    holdsCode: true,
    text: [
      greeting,
      'Somebody registered at Underhood with this e-mail address. If it was you, open this page and press the button:',
      link(letter, 'verify-email'),
      'The link works for one hour. It needs the password of the account, unless you are signed in where you open it.',
      'If it was not you, do nothing: the account stays unconfirmed. If you want an account of your own with this address, set your own password on that page.',
    ].join('\n\n'),
  };
}

/** The password reset mail. */
export function passwordResetMail(letter: Letter): Mail {
  return {
    eventKey: eventKey('reset-password', letter.token),
    recipient: letter.email,
    subject: 'Choose a new password',
    holdsCode: true,
    text: [
      greeting,
      'Somebody asked for a new password for your account at Underhood. If it was you, choose it here:',
      link(letter, 'reset-password'),
      'The link works once, for one hour. If it was not you, do nothing: your password stays as it is.',
    ].join('\n\n'),
  };
}

/** The mail that makes a browser a known device while strangers guess the password. */
export function deviceMail(letter: Letter): Mail {
  return {
    eventKey: eventKey('confirm-browser', letter.token),
    recipient: letter.email,
    subject: 'Is it you who wants to log in?',
    holdsCode: true,
    text: [
      greeting,
      'Somebody typed many wrong passwords for your account at Underhood. Until that ends, only browsers that logged in to it before are let in by the password alone. If you want to log in from another one, open this page in that browser and press the button:',
      link(letter, 'confirm-browser'),
      'The link works once, for one day. If it was not you, do nothing: a stranger is not let in, not even with the right password.',
    ].join('\n\n'),
  };
}

/** Without the name: somebody who registers a stranger's address could put a message to the stranger into it. */
const greeting = 'Hello,';

/** The code is in the URL's fragment, which browsers do not send, so no log of a server or proxy has it. */
function link({ publicUrl, token }: Letter, page: string): string {
  return `${publicUrl}/${page}#token=${encodeURIComponent(token)}`;
}

/** One mail per code; hashed, because the key is stored. */
function eventKey(event: string, token: string): string {
  return `${event}:${createHash('sha256').update(token).digest('base64url')}`;
}
