import { htmlOf } from '#server/mails/mail-template.ts';
import type { Database, Shop } from '#server/shop.ts';

/** A mail in the outbox. */
export interface TestMail {
  readonly subject: string;
  readonly text: string;
}

/** The mails written to an address, oldest first. */
export async function mailsTo(db: Database, email: string): Promise<TestMail[]> {
  return db
    .selectFrom('mail_outbox')
    .select(['subject', 'body_text as text'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .orderBy('subject')
    .execute();
}

/** The HTML of the newest mail to an address, as it is sent. */
export async function htmlTo(shop: Pick<Shop, 'db' | 'contact' | 'publicUrl'>, email: string) {
  const mails = shop.db.selectFrom('mail_outbox').selectAll().where('recipient', '=', email);
  const newest = await mails.orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  return htmlOf(newest, shop) ?? '';
}

/** The URL in a mail. */
export function linkIn(mail: TestMail | undefined): URL {
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
}

/** The one-time code in a mail's URL. */
export function codeIn(mail: TestMail | undefined): string {
  return new URLSearchParams(linkIn(mail).hash.slice(1)).get('token') ?? '';
}
