import { randomUUID } from 'node:crypto';
import type { Database } from '#server/shop.ts';
import { oneLineSubject, oneRecipient } from '#server/third-parties/mail/mail-headers.ts';
import type { Mail } from '#server/third-parties/mail/port.ts';

/** With the pauses between them, two days: then a mail server has not been down, it has been taken away. */
export const mostTries = 200;

/** How the key of a mail begins that holds a code. */
const codePrefix = 'code:';

/** Whether a written mail holds a code that opens an account. */
export function holdsCode(eventKey: string): boolean {
  return eventKey.startsWith(codePrefix);
}

/**
 * Stores a mail to be sent, in the transaction of what it tells about; the same event twice is one mail.
 * Throws when the recipient is not exactly one address or the subject is not one line.
 */
export async function writeMail(db: Database, mail: Mail, now: Date): Promise<void> {
  await db
    .insertInto('mail_outbox')
    .values({
      id: randomUUID(),
      event_key: mail.holdsCode ? codePrefix + mail.eventKey : mail.eventKey,
      recipient: oneRecipient(mail.recipient),
      subject: oneLineSubject(mail.subject),
      body_text: mail.text,
      body_html: mail.html ?? null,
      created_at: now,
      run_at: now,
      locked_until: null,
      done_at: null,
      last_error: null,
    })
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .execute();
}

/** The newest mails, newest first. */
export async function listMails(db: Database, most: number) {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'recipient', 'subject', 'body_text', 'created_at'])
    .where('recipient', '<>', '')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** Empties mails that were done before a moment, so many at a time; their rows stay, and keep their events from being told again. */
export async function clearSentMails(
  db: Database,
  { before, most }: { before: Date; most: number },
): Promise<void> {
  const old = db
    .selectFrom('mail_outbox')
    .select('id')
    .where('done_at', '<', before)
    .where('body_text', '<>', '')
    .orderBy('done_at')
    .limit(most);
  await db
    .updateTable('mail_outbox')
    .set({ body_text: '', body_html: null })
    .where('id', 'in', old)
    .execute();
}

/** What is left of a mail that was forgotten: its row keeps its event from being told again. */
const forgotten = {
  recipient: '',
  subject: '',
  body_text: '',
  body_html: null,
  last_error: null,
  forget_when_over: false,
} as const;

/**
 * Forgets the mails to somebody who closes their account, and those that told admins of it by name; what is still on its way
 * arrives, and is forgotten by `forgetMailsOver`.
 */
export async function forgetMailsOf(
  tx: Database,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const theirs = tx
    .updateTable('mail_outbox')
    .where(({ or, eb }) =>
      or([eb('recipient', '=', email), eb('event_key', 'like', `admins-new-admin:${id}:%`)]),
    );
  await theirs.set(forgotten).where('done_at', 'is not', null).execute();
  await theirs.set({ forget_when_over: true }).where('done_at', 'is', null).execute();
}

/** Forgets, so many at a time, the mails to people who closed their account that arrived, or were given up, before a moment. */
export async function forgetMailsOver(
  db: Database,
  { before, most, now }: { before: Date; most: number; now: Date },
): Promise<void> {
  const over = db
    .selectFrom('mail_outbox')
    .select('id')
    .where('forget_when_over', '=', true)
    .where(({ or, eb }) => or([eb('done_at', '<', before), eb('run_at', '<', before)]))
    .limit(most);
  await db
    .updateTable('mail_outbox')
    .set(({ fn, val }) => ({ ...forgotten, done_at: fn.coalesce('done_at', val(now)) }))
    .where('id', 'in', over)
    .execute();
}
