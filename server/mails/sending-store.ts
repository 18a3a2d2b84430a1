import { sql, type Selectable } from 'kysely';
import type { Counted } from '#contract/counted.ts';
import { countFirst } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';
import { mostTries } from './outbox.ts';

/** A mail that one process may send until the lease ends. */
export type ClaimedMail = Selectable<Tables['mail_outbox']> & { readonly locked_until: Date };

/** The mail that has been due longest, locked; the index 0031 has mails in this order, without those that were given up. */
export function nextDueMail(db: Database, now: Date) {
  return (
    db
      .selectFrom('mail_outbox')
      .select('id')
      .where('done_at', 'is', null)
      .where('run_at', '<=', now)
      // A literal, as the index has it: the planner knows no value of a parameter.
      .where('attempts', '<', sql.lit(mostTries))
      .where((is) => is.or([is('locked_until', 'is', null), is('locked_until', '<=', now)]))
      .orderBy('run_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
  );
}

/** Claims the mail that has been due longest; undefined when none is. The lease of a killed process runs out. */
export async function claimMail(
  db: Database,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<ClaimedMail | undefined> {
  const mail = await db
    .updateTable('mail_outbox')
    .set({ locked_until: leaseUntil })
    // '=' and not 'in': a scalar subquery runs once, while the planner may run that of a list again for every row.
    .where('id', '=', nextDueMail(db, now))
    .returningAll()
    .executeTakeFirst();
  return mail && { ...mail, locked_until: leaseUntil };
}

/** The result of one try. */
export type Tried = Partial<
  Pick<
    Selectable<Tables['mail_outbox']>,
    | 'done_at'
    | 'attempts'
    | 'run_at'
    | 'last_error'
    | 'subject'
    | 'body_text'
    | 'body_html'
    | 'letter'
  >
>;

/** Stores the result, unless the lease ran out and another process has the mail now. */
export async function endTry(db: Database, mail: ClaimedMail, tried: Tried): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ ...tried, locked_until: null })
    .where('id', '=', mail.id)
    .where('locked_until', '=', mail.locked_until)
    .where('done_at', 'is', null)
    .execute();
}

/** How many mails since a moment were given up; one that held a code was emptied then, and is nobody's work. */
export function countGivenUp(db: Database, since: Date): Promise<Counted> {
  const mails = db
    .selectFrom('mail_outbox')
    .where('done_at', 'is', null)
    .where('run_at', '>', since)
    .where('attempts', '>=', mostTries)
    .where('event_key', 'not like', 'code:%')
    .where('created_at', '>', since);
  return countFirst(db, mails);
}
