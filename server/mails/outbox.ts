import { randomUUID } from 'node:crypto';
import { sql, type CompiledQuery, type RawBuilder, type Selectable } from 'kysely';
import { dayMs } from '#contract/durations.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';
import { oneLineSubject, oneRecipient } from '#server/third-parties/mail/mail-headers.ts';
import type { Mail } from '#server/third-parties/mail/port.ts';

/** For so long a mail says to whom it went, and what; then only its event stays. Enough to look up what a customer was told. */
export const mailsKeptMs = 90 * dayMs;

/** With the backoff between them two days: a mail server that is away for longer will not come back. An index has it too (0031). */
export const mostTries = 200;

const codePrefix = 'code:';

/** Whether the mail holds a code that opens an account. */
export function holdsCode(eventKey: string): boolean {
  return eventKey.startsWith(codePrefix);
}

/**
 * Inserts a mail to be sent, in the transaction of the event it tells of; a repeated event key is ignored.
 * Throws when the recipient is not exactly one address or the subject is not one line.
 */
export async function writeMail(
  db: Database,
  { recipient, text, html, ...mail }: Mail,
  now: Date,
): Promise<void> {
  const eventKey = mail.holdsCode ? codePrefix + mail.eventKey : mail.eventKey;
  const subject = oneLineSubject(mail.subject);
  const content = { subject, body_text: text, body_html: html ?? null };
  const row = { ...mailRow({ eventKey, recipient }, now), ...content };
  await rowsOf(db, insertingMails([row]));
}

/** The statement that writes rows of mails; a repeated event key is ignored. */
export function insertingMails(rows: readonly MailRow[]): CompiledQuery {
  return insertRows({ rows: JSON.stringify(rows) });
}

const insertRows = prepared((_, { rows }: { rows: string }) => insertMails(rows));

/** SQL: writes rows of mails, which are given as JSON; a repeated event key is ignored. */
export function insertMails(rows: string): RawBuilder<unknown> {
  const names = sql.join(mailColumns.map((name) => sql.ref(name)));
  return sql`insert into mail_outbox (${names}) select ${names}
    from jsonb_populate_recordset(null::mail_outbox, ${rows}::jsonb) on conflict (event_key) do nothing`;
}

/** The columns of a mail's row; the others have their defaults. */
export const mailColumns = [
  'id',
  'event_key',
  'recipient',
  'subject',
  'body_text',
  'body_html',
  'letter',
  'created_at',
  'run_at',
] as const;
export type MailRow = Pick<Selectable<Tables['mail_outbox']>, (typeof mailColumns)[number]>;

/** The row of a mail without content, for a statement that writes it with others. Throws when the recipient is not exactly one address. */
export function mailRow(
  { eventKey, recipient }: Pick<Mail, 'eventKey' | 'recipient'>,
  now: Date,
): MailRow {
  return {
    id: randomUUID(),
    event_key: eventKey,
    recipient: oneRecipient(recipient),
    subject: '',
    body_text: '',
    body_html: null,
    letter: null,
    created_at: now,
    run_at: now,
  };
}

/** Newest first. */
export async function listMails(db: Database, most: number) {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'recipient', 'subject', 'body_text', 'body_html', 'letter', 'created_at'])
    .where('recipient', '<>', '')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** An emptied mail; its row stays, so that its event is not mailed again. */
const forgotten = {
  recipient: '',
  subject: '',
  body_text: '',
  body_html: null,
  letter: null,
  last_error: null,
  forget_when_over: false,
} as const;

/** Which mails to empty: those of before a moment, at most so many. */
interface Old {
  readonly before: Date;
  readonly most: number;
}

/** Empties mails that were sent before a moment, and answers how many; their rows stay, so that no event is mailed again. */
export async function emptySentMails(db: Database, { before, most }: Old): Promise<number> {
  const old = db
    .selectFrom('mail_outbox')
    .select('id')
    .where('done_at', '<', before)
    .where('recipient', '<>', '')
    .orderBy('done_at')
    .limit(most);
  const { numUpdatedRows } = await db
    .updateTable('mail_outbox')
    .set(forgotten)
    .where('id', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Empties mails that were given up before a moment, and answers how many; from then on they are done. */
export async function emptyGivenUpMails(
  db: Database,
  { before, most, now }: Old & { now: Date },
): Promise<number> {
  const old = db
    .selectFrom('mail_outbox')
    .select('id')
    .where('done_at', 'is', null)
    .where('attempts', '>=', mostTries)
    // At most a quarter of an hour after the last try.
    .where('run_at', '<', before)
    .orderBy('run_at')
    .limit(most);
  const { numUpdatedRows } = await db
    .updateTable('mail_outbox')
    .set({ ...forgotten, done_at: now })
    .where('id', 'in', old)
    // Not if the doctor has queued it again meanwhile.
    .where('attempts', '>=', mostTries)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Empties the letters of mails that were emptied by a copy of a version without them, at most so many, and answers how many. */
export async function emptyLettersLeft(db: Database, most: number): Promise<number> {
  const left = db
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient', '=', '')
    .where('letter', 'is not', null)
    .limit(most);
  const { numUpdatedRows } = await db
    .updateTable('mail_outbox')
    .set({ letter: null })
    .where('id', 'in', left)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Empties the mails to somebody who closes their account, and those that named them to the admins; a mail that is not sent
 * yet is sent, and emptied by `forgetMailsOver`.
 */
export async function forgetMailsOf(
  tx: Database,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  // Two statements, each with an index of its own. The literals are what their conditions say.
  const theirs = [
    sql<boolean>`recipient <> '' and recipient = ${email}`,
    sql<boolean>`event_key like 'admins-new-admin:%' and event_key like ${`admins-new-admin:${id}:%`}`,
  ];
  for (const its of theirs) {
    const mails = tx.updateTable('mail_outbox').where(its);
    await mails.set(forgotten).where('done_at', 'is not', null).execute();
    await mails.set({ forget_when_over: true }).where('done_at', 'is', null).execute();
  }
}

/** Empties mails to people who closed their account that were sent, or tried for the last time, before a moment, and answers how many. */
export async function forgetMailsOver(
  db: Database,
  { before, most, now }: Old & { now: Date },
): Promise<number> {
  const over = db
    .selectFrom('mail_outbox')
    .select('id')
    .where('forget_when_over', '=', true)
    .where(({ or, eb }) => or([eb('done_at', '<', before), eb('run_at', '<', before)]))
    .orderBy('id')
    .limit(most);
  const { numUpdatedRows } = await db
    .updateTable('mail_outbox')
    .set(({ fn, val }) => ({ ...forgotten, done_at: fn.coalesce('done_at', val(now)) }))
    .where('id', 'in', over)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
