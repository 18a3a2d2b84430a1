import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { Email } from '#contract/fields.ts';
import type { Database } from '#server/shop.ts';
import type { Mail } from '#server/third-parties/mail/port.ts';

/**
 * Stores a mail to be sent, in the transaction of what it tells about; the same event twice is one mail.
 * Throws when the recipient is not exactly one address or a header field holds a line break: a mail library delivered
 * to a second, injected recipient when it was handed one.
 */
export async function writeMail(db: Database, mail: Mail, now: Date): Promise<void> {
  const recipient = z.parse(Email, mail.recipient);
  if (mail.subject === '' || mail.subject.length > 200 || hasControls(mail.subject)) throw new Error('A mail needs a subject of one line.');
  await db
    .insertInto('mail_outbox')
    .values({
      id: randomUUID(),
      event_key: mail.eventKey,
      recipient,
      subject: mail.subject,
      body_text: mail.text,
      created_at: now,
      run_at: now,
      locked_until: null,
      done_at: null,
      last_error: null,
    })
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .execute();
}

function hasControls(value: string): boolean {
  return !value.isWellFormed() || /[\0-\x1f\x7f-\x9f\u2028\u2029]/.test(value);
}

/** The newest mails, newest first. */
export async function listMails(db: Database, most: number) {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'recipient', 'subject', 'body_text', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
