import * as z from 'zod/mini';
import { Email } from '#contract/fields.ts';
import { MailRefused, type OutgoingMail } from './port.ts';

/**
 * The address a mail goes to. Throws unless it is exactly one: a mail library delivered to a second recipient that was
 * injected after a line break.
 */
export function oneRecipient(recipient: string): string {
  return z.parse(Email, recipient);
}

/** A subject of one line. Throws when it is empty, too long, or could inject a header. */
export function oneLineSubject(subject: string): string {
  if (subject === '' || subject.length > 200 || hasControls(subject))
    throw new Error('A mail needs a subject of one line.');
  return subject;
}

/** Whether a text has characters that no header may have: control characters, line breaks, lone surrogates. */
export function hasControls(value: string): boolean {
  return !value.isWellFormed() || /[\0-\x1f\x7f-\x9f\u2028\u2029]/.test(value);
}

/** Checks the headers again before sending, so that nobody who can write to the table can inject any. Throws `MailRefused`. */
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
