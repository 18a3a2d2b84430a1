import * as z from 'zod/mini';
import { Email } from '#contract/fields.ts';
import { MailRefused, type OutgoingMail } from './port.ts';

/**
 * The one address a mail goes to. Throws for anything but exactly one: a mail library delivered to a second, injected
 * recipient when it was handed one with a line break.
 */
export function oneRecipient(recipient: string): string {
  return z.parse(Email, recipient);
}

/** A subject of one line. Throws when it is empty, too long, or could begin another header. */
export function oneLineSubject(subject: string): string {
  if (subject === '' || subject.length > 200 || hasControls(subject))
    throw new Error('A mail needs a subject of one line.');
  return subject;
}

/** What has no place in a header: control characters, line breaks of any kind, halves of characters. */
export function hasControls(value: string): boolean {
  return !value.isWellFormed() || /[\0-\x1f\x7f-\x9f\u2028\u2029]/.test(value);
}

/** Looks at a mail's headers once more before it leaves: whoever can write the table cannot make the shop write to others. Throws `MailRefused`. */
export function checkHeaders({ recipient, subject }: OutgoingMail): {
  recipient: string;
  subject: string;
} {
  try {
    return { recipient: oneRecipient(recipient), subject: oneLineSubject(subject) };
  } catch (cause) {
    throw new MailRefused('The mail does not go to one address under a subject of one line.', {
      cause,
    });
  }
}
