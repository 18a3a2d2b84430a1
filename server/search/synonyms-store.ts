import type { NewSynonym, Synonym } from '#contract/search.ts';
import { newId } from '#server/db/new-id.ts';
import type { Database } from '#server/shop.ts';

/** The synonyms of admins, by their words. */
export async function listSynonyms(db: Database): Promise<Synonym[]> {
  const rows = await db
    .selectFrom('synonyms')
    .select(['id', 'word', 'means', 'created_at'])
    .orderBy('word_key')
    .execute();
  return rows.map(({ id, word, means, created_at }) => ({
    _id: id,
    word,
    means,
    createdAt: created_at.toISOString(),
  }));
}

/** How many there are. */
export async function countSynonyms(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('synonyms')
    .select((is) => is.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores one under the key that its word is compared by; undefined when the word has a meaning already. */
export async function insertSynonym(
  tx: Database,
  { word, means }: NewSynonym,
  key: string,
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('synonyms')
    .values({ id: newId(now), word, means, word_key: key, created_at: now })
    .onConflict((known) => known.column('word_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** The one of a word. */
export function findSynonym(db: Database, key: string) {
  return db
    .selectFrom('synonyms')
    .select(['id', 'means'])
    .where('word_key', '=', key)
    .executeTakeFirst();
}

/** Takes one away and answers what it was; undefined when there is none. */
export function deleteSynonym(tx: Database, id: string): Promise<NewSynonym | undefined> {
  return tx
    .deleteFrom('synonyms')
    .where('id', '=', id)
    .returning(['word', 'means'])
    .executeTakeFirst();
}
