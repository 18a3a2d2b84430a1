import { sql } from 'kysely';
import { dayMs } from '#contract/durations.ts';
import { after } from '#server/clock.ts';
import type { Database } from '#server/shop.ts';

/** How long a picture that nothing shows is kept: an admin may have uploaded it for a form that is still open. */
const unusedDays = 7;

/** How long a further picture of a part is kept before anybody looks again: a copy of a version before 0040 would take it for unused. */
const listedDays = 60;

/**
 * Records the address of one of the shop's own pictures; false when it was recorded before. Nothing deletes it for another week,
 * also if that had begun.
 */
export async function insertImage(
  tx: Database,
  image: { url: string; uploadedBy: string | null; now: Date },
): Promise<boolean> {
  const { url, uploadedBy, now } = image;
  const keep_until = keptUntil(now);
  for (;;) {
    const row = await tx
      .insertInto('images')
      .values({ url, uploaded_by: uploadedBy, created_at: now, keep_until })
      .onConflict((known) => known.column('url').doNothing())
      .returning('url')
      .executeTakeFirst();
    if (row !== undefined) return true;
    const known = tx
      .updateTable('images')
      .set({
        keep_until: sql`greatest(keep_until, ${keep_until}::timestamptz)`,
        leaving_since: null,
      })
      .where('url', '=', url)
      .returning('url');
    // Between the two statements its row may have been deleted.
    if ((await known.executeTakeFirst()) !== undefined) return false;
  }
}

export function keptUntil(now: Date, days = unusedDays): Date {
  return after(now, days * dayMs);
}

/** Whether this shop's image host returned the address; nothing deletes the picture until the end of the transaction. */
export async function holdOwnImage(tx: Database, url: string): Promise<boolean> {
  const image = tx
    .selectFrom('images')
    .select('url')
    .where('url', '=', url)
    .where('leaving_since', 'is', null)
    .forShare();
  return (await image.executeTakeFirst()) !== undefined;
}

/** Keeps pictures that a part lists among others. */
export async function keepListedImages(
  tx: Database,
  urls: readonly string[],
  now: Date,
): Promise<void> {
  if (urls.length === 0) return;
  await tx
    .updateTable('images')
    .set({ keep_until: keptUntil(now, listedDays) })
    .where('url', 'in', urls)
    .execute();
}

/** Keeps pictures for a week at least that an import has replaced, so that it can be undone. */
export async function keepReplacedImages(
  tx: Database,
  urls: readonly string[],
  now: Date,
): Promise<void> {
  if (urls.length === 0) return;
  await tx
    .updateTable('images')
    .set({ keep_until: sql`greatest(keep_until, ${keptUntil(now)}::timestamptz)` })
    .where('url', '=', sql<string>`any(${[...urls]}::text[])`)
    .execute();
}

/** Keeps a picture for another week, from which on perhaps nothing shows it. */
export async function keepImage(tx: Database, url: string, now: Date): Promise<void> {
  await tx
    .updateTable('images')
    .set({ keep_until: keptUntil(now) })
    .where('url', '=', url)
    .execute();
}

/**
 * Looks at pictures whose time is over: what a part (also an archived one) or an order shows is kept for another week, what a part
 * lists among others for longer; the others leave. Call it in a transaction of its own.
 */
export async function markUnusedImages(
  tx: Database,
  { now, most }: { now: Date; most: number },
): Promise<void> {
  const due = await tx
    .selectFrom('images')
    .select('url')
    .where('leaving_since', 'is', null)
    .where('keep_until', '<=', now)
    .orderBy('keep_until')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return;
  // A statement of its own, because it sees a part that took the picture just before its row was locked.
  const listed = sql<boolean>`exists (select from part_pictures where part_pictures.image = images.url)`;
  const used = sql<boolean>`(${listed}
    or exists (select from parts where parts.image = images.url)
    or exists (select from orders where orders.image = images.url))`;
  await tx
    .updateTable('images')
    .set({
      keep_until: sql`case when ${listed} then ${keptUntil(now, listedDays)}::timestamptz
        else ${keptUntil(now)}::timestamptz end`,
      leaving_since: sql`case when ${used} then null else ${now}::timestamptz end`,
    })
    .where(
      'url',
      'in',
      due.map(({ url }) => url),
    )
    .execute();
}

/** Addresses of pictures whose files are to be deleted, the longest leaving first. */
export async function listLeavingImages(db: Database, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .select('url')
    .where('leaving_since', 'is not', null)
    .orderBy('leaving_since')
    .limit(most)
    .execute();
  return rows.map(({ url }) => url);
}

/** Locks a leaving picture; false when it has been uploaded again, or somebody else deletes it. */
export async function lockLeavingImage(tx: Database, url: string): Promise<boolean> {
  const row = tx
    .selectFrom('images')
    .select('url')
    .where('url', '=', url)
    .where('leaving_since', 'is not', null)
    .forUpdate()
    .skipLocked();
  return (await row.executeTakeFirst()) !== undefined;
}

/** Puts a leaving picture behind all others that leave. */
export async function postponeLeavingImage(tx: Database, url: string, now: Date): Promise<void> {
  await tx.updateTable('images').set({ leaving_since: now }).where('url', '=', url).execute();
}

export async function deleteImage(tx: Database, url: string): Promise<void> {
  await tx.deleteFrom('images').where('url', '=', url).execute();
}
