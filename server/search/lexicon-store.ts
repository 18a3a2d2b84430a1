import { sql } from 'kysely';
import { mostCounted } from '#contract/search.ts';
import { mostSifted } from './found-store.ts';
import { listSynonyms } from './synonyms-store.ts';
import type { Lexicon } from './lexicon.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Database } from '#server/shop.ts';
import { listPartTypes } from '#server/parts/types-store.ts';
import { listAllModels } from '#server/parts/vehicles-store.ts';

/** The most brands and models that searches know by name; a catalogue with more is searched by their text. */
const most = 20_000;

/**
 * Reads everything the shop knows by name. What it reads does not grow with the catalogue but with its vocabulary. One list after the other, so
 * that those who search meanwhile do not wait for connections.
 */
export async function readLexicon(db: Database): Promise<Lexicon> {
  const types = await listPartTypes(db);
  const categories = await db
    .selectFrom('categories')
    .select(['id', 'name'])
    .orderBy('position')
    .execute();
  const brands = await db.selectFrom('brands').select('name').orderBy('name').limit(most).execute();
  const models = await listAllModels(db, most);
  const synonyms = await listSynonyms(db);
  return { types, categories, brands: brands.map(({ name }) => name), models, synonyms };
}

/** The places of fewer parts are read from the index of words in a few milliseconds. */
const mostPlaces = 50_000;

/** The words of which a page is full of hits among the rows that filters may sift. */
const shareOfMost = mostCounted / mostSifted;

/** The words that more parts have than that, as the table was analyzed last, and which of them so many have that they need no index. */
export async function readCommonWords(
  db: Database,
  moreThan = mostPlaces,
): Promise<Pick<Vocabulary, 'commonWords' | 'wordsOfMost'>> {
  const { rows } = await sql<{ word: string; share: number }>`
    select words.word, words.share from pg_stats s
      join pg_class c on c.relname = s.tablename and c.relnamespace = current_schema()::regnamespace,
      unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) words (word, share)
    where s.schemaname = current_schema() and s.tablename = 'parts' and s.attname = 'search'
      and words.word is not null and words.share * c.reltuples > ${moreThan}`.execute(db);
  return {
    commonWords: new Set(rows.map(({ word }) => word)),
    wordsOfMost: rows.flatMap(({ word, share }) => (share >= shareOfMost ? [word] : [])),
  };
}

/** Which of these typed words become one of these words of texts. */
export async function wordsThatBecome(
  db: Database,
  typed: readonly string[],
  words: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${typed}::text[]) word where tsvector_to_array(to_tsvector('english', word)) && ${words}::text[]`.execute(
    db,
  );
  return rows.map(({ word }) => word);
}
