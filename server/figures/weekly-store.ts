import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

export async function wantsWeekly(db: Database, userId: string): Promise<boolean> {
  const row = db.selectFrom('weekly_figures').select('user_id').where('user_id', '=', userId);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Whoever asks again asks since the first time. */
export async function wantWeekly(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('weekly_figures')
    .values({ user_id: userId, created_at: now })
    .onConflict((known) => known.doNothing())
    .execute();
}

/** Also of an account that is closed, or passes to another person. */
export async function endWeekly(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('weekly_figures').where('user_id', '=', userId).execute();
}

const people = ['id', 'issuer', 'subject', 'email', 'name', 'role', 'power_since'] as const;

/** Who asked for the mail before a moment and has none with this event key yet; `mayBeMailed` is false for accounts that get no mail. */
export function listToMail(
  db: Database,
  { before, eventKey, most }: { before: Date; eventKey: string; most: number },
) {
  return db
    .selectFrom('weekly_figures')
    .innerJoin('users', 'users.id', 'weekly_figures.user_id')
    .select(people.map((name) => `users.${name}` as const))
    .select(
      sql<boolean>`(users.email_verified and users.replaced_at is null and users.blocked_at is null)`.as(
        'mayBeMailed',
      ),
    )
    .where('weekly_figures.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_outbox')
            .select('mail_outbox.id')
            .where('mail_outbox.event_key', '=', sql<string>`${eventKey} || ':' || users.id::text`),
        ),
      ),
    )
    .orderBy('users.id')
    .limit(most)
    .execute();
}
