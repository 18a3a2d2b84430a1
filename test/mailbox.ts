import { writtenMail } from '#server/mails/written-mail.ts';
import type { Database } from '#server/shop.ts';
import { contact, publicUrl } from './harness.ts';

/** A mail in the outbox, as it is read. */
export interface TestMail {
  readonly subject: string;
  readonly text: string;
}

function outbox(db: Database) {
  return db
    .selectFrom('mail_outbox')
    .select(['event_key', 'recipient', 'subject', 'body_text', 'body_html', 'letter', 'created_at'])
    .orderBy('created_at');
}

type Mails = ReturnType<typeof outbox>;

/** The mails in the outbox that `which` selects, as they are read, oldest first, of one moment by their subjects; those that wait are written out. */
export async function mailsIn(db: Database, which: (mails: Mails) => Mails) {
  const rows = await which(outbox(db)).execute();
  const mails = rows.map((row) => {
    const { event_key: eventKey, recipient, created_at } = row;
    const at = created_at.getTime();
    return { eventKey, recipient, at, ...writtenMail(row, { contact, publicUrl }) };
  });
  return mails.toSorted(
    (one, other) => one.at - other.at || (one.subject < other.subject ? -1 : 1),
  );
}

/** The mails about events whose keys are like this, oldest first. */
export async function mailsAbout(db: Database, keys: string): Promise<TestMail[]> {
  return readIn(db, (mails) => mails.where('event_key', 'like', keys));
}

/** The mails written to an address, oldest first. */
export async function mailsTo(db: Database, email: string): Promise<TestMail[]> {
  return readIn(db, (mails) => mails.where('recipient', '=', email));
}

async function readIn(db: Database, which: (mails: Mails) => Mails): Promise<TestMail[]> {
  return (await mailsIn(db, which)).map(({ subject, text }) => ({ subject, text }));
}

/** The HTML of the newest mail to an address, as it is sent. */
export async function htmlTo({ db }: { readonly db: Database }, email: string): Promise<string> {
  const mails = await mailsIn(db, (all) => all.where('recipient', '=', email));
  return mails.at(-1)?.html ?? '';
}

/** The URL in a mail. */
export function linkIn(mail: TestMail | undefined): URL {
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
}

/** The one-time code in a mail's URL. */
export function codeIn(mail: TestMail | undefined): string {
  return new URLSearchParams(linkIn(mail).hash.slice(1)).get('token') ?? '';
}
