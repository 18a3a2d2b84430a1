import { sql } from 'kysely';
import { dayMs, minuteMs } from '#contract/durations.ts';
import type { Counted } from '#contract/counted.ts';
import type { EmptySearch } from '#contract/search.ts';
import { isBarcode } from '#contract/vin-rules.ts';
import { countFirst } from '#server/db/page.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { wordsOf } from './fold.ts';
import type { Database, Shop } from '#server/shop.ts';

/** For so long it is known what was not found. */
export const emptySearchesDays = 90;
/** Different texts of a day: more are an attack, and are not counted. */
const mostTexts = 2_000;
const mostListed = 500;

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/**
 * Counts a text that found nothing, for its day and without who asked. A text that says who somebody is, or which car is theirs, is not
 * kept: an e-mail address, a vehicle's identification number.
 */
export async function countEmptySearch(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  typed: string,
): Promise<void> {
  const text = wordsOf(typed).join(' ');
  if (text === '' || isPersonal(typed)) return;
  const day = dayOf(clock.now());
  await sql`
    insert into empty_searches (day, text, searches)
      select ${day}::date, ${text}, 1
        where (select count(*) from (select from empty_searches where day = ${day}::date limit ${mostTexts}) its) < ${mostTexts}
          or exists (select from empty_searches where day = ${day}::date and text = ${text})
      on conflict (day, text) do update set searches = empty_searches.searches + 1`.execute(db);
}

/** The most pieces that a vehicle's identification number is written in. */
const mostPieces = 17;

/**
 * Whether a text may say who somebody is, or which car is theirs: an e-mail address, 17 characters of a VIN, in pieces, too, or a word that may be a VIN with
 * a character missing or too many.
 */
export function isPersonal(typed: string): boolean {
  const text = typed.normalize('NFKC');
  const pieces = text.split(/[^a-z\d]+/i);
  const runs = pieces.flatMap((_, at) =>
    Array.from({ length: mostPieces }, (__, more) => pieces.slice(at, at + more + 1)),
  );
  return text.includes('@') || runs.some(isVin) || pieces.some(hasVin) || pieces.some(isAlmostVin);
}

function isVin(pieces: readonly string[]): boolean {
  const text = pieces.join('');
  return text.length === 17 && hasVin(text) && !pieces.some(isBarcode);
}

function hasVin(text: string): boolean {
  // Also with letters that it cannot have: an O is often typed for a 0.
  const found = /[A-Z\d]{17}/i.exec(text)?.[0] ?? '';
  // Words of a sentence have no figures.
  return found.replaceAll(/\D/g, '').length >= 3;
}

/** Whether a word is about as long as a VIN, with letters and figures as these have them. */
function isAlmostVin(word: string): boolean {
  const figures = word.replaceAll(/\D/g, '').length;
  const isAsLong = word.length >= 15 && word.length <= 19;
  return isAsLong && figures >= 3 && word.length - figures >= 3;
}

/** The days of a list: those that are known, from the first, and the last. */
function daysAt(now: Date) {
  return { first: dayOf(new Date(now.getTime() - emptySearchesDays * dayMs)), today: dayOf(now) };
}

/**
 * What was not found, most often first. Of the days before today it is summed up, of which the first ones are enough, and those of today; until they are, all
 * days are added up.
 */
export async function listEmptySearches(db: Database, now: Date): Promise<EmptySearch[]> {
  const { first, today } = daysAt(now);
  const summed = sql`select text, searches, last_day from empty_search_sums where before_day = ${today}::date`;
  const { rows } = await sql<EmptySearch>`
    with others as materialized (
      select text, sum(searches) as searches, max(day) as last_day from (
        select text, searches, day from empty_searches where day >= ${today}::date
        union all select text, searches, day from empty_searches
          where day >= ${first}::date and day < ${today}::date and not exists (${summed})) its
      group by text),
    first as (${summed} order by searches desc, last_day desc, text limit ${mostListed})
    select text, searches::int as searches, to_char(last_day, 'YYYY-MM-DD') as "lastDay" from (
      select * from (
        select o.text, o.searches + coalesce(s.searches, 0) as searches, o.last_day from others o left join (${summed}) s on s.text = o.text
        union all select text, searches, last_day from first where text not in (select text from others)) its
      order by its.searches desc, its.last_day desc, text limit ${mostListed}) listed
    order by listed.searches desc, listed.last_day desc, text`.execute(db);
  return rows;
}

/** So long after midnight a search of the day before may be on its way to be counted. */
const longestCount = 10 * minuteMs;

/** Sums up what was not found on the days before today, once a day. */
export async function sumUpEmptySearches({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const { first, today } = daysAt(now);
  const isSummed = async (tx: Database) =>
    (
      await sql`select from empty_search_sums where before_day >= ${today}::date limit 1`.execute(
        tx,
      )
    ).rows.length > 0;
  if (dayOf(new Date(now.getTime() - longestCount)) < today || (await isSummed(db))) return;
  await inTransaction(db, async (tx) => {
    await sql`lock table empty_search_sums in share row exclusive mode`.execute(tx);
    if (await isSummed(tx)) return;
    await sql`delete from empty_search_sums`.execute(tx);
    await sql`
      insert into empty_search_sums (text, searches, last_day, before_day)
        select text, sum(searches), max(day), ${today}::date from empty_searches
          where day >= ${first}::date and day < ${today}::date group by text`.execute(tx);
  });
}

/** How many different texts were not found, as many as that list has at most. */
export async function countEmptySearches(db: Database, now: Date): Promise<Counted> {
  const { first } = daysAt(now);
  const kept = db
    .selectFrom('empty_searches')
    .select('text')
    .where('day', '>=', sql<Date>`${first}::date`);
  // Where there are many, the newest rows have enough of them: a day has each text once.
  const some = kept.orderBy('day', 'desc').limit(mostTexts).as('some');
  const among = await countFirst(db, db.selectFrom(some).groupBy('text'), mostListed);
  return among.more ? among : countFirst(db, kept.clearSelect().groupBy('text'), mostListed);
}

/** Deletes the counts of days before one, some at a time; answers how many. */
export async function forgetEmptySearches(
  db: Database,
  { before, most }: { before: Date; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from empty_searches where (day, text) in (
      select day, text from empty_searches where day < ${dayOf(before)}::date limit ${most})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
