import { sql } from 'kysely';
import { mostCounted } from '#contract/search.ts';
import { mostSifted } from './found-store.ts';
import { listSynonyms } from './synonyms-store.ts';
import type { Lexicon } from './lexicon.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Database } from '#server/shop.ts';
import { listPartTypes } from '#server/parts/types-store.ts';
import { listAllModels } from '#server/parts/vehicles-store.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';

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
  const sold = await listAllModels(db, most);
  // Names that admins have explained: the parts have the vehicles that are meant.
  const models = [...sold, ...(await vehiclesOf(db)).explainedNames()];
  const synonyms = await listSynonyms(db);
  return { types, categories, brands: brands.map(({ name }) => name), models, synonyms };
}

/** The places of fewer parts are read from the index of words in a few milliseconds. */
const mostPlaces = 50_000;

/** Of a word that so many parts have, as many are expected among the rows that may be sifted as are counted. */
const veryCommonShare = mostCounted / mostSifted;

/** How many parts there are, as the table was analyzed last, the words that more of them have than that, and those of texts among these that are very common. */
export async function readCommonWords(
  db: Database,
  moreThan = mostPlaces,
): Promise<Pick<Vocabulary, 'parts' | 'commonWords' | 'veryCommonStems'>> {
  const { rows } = await sql<{ parts: number; words: { word: string; share: number }[] }>`
    select c.reltuples as parts, (
      select coalesce(json_agg(words), '[]') from pg_stats s,
          unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) words (word, share)
        where s.schemaname = current_schema() and s.tablename = 'parts' and s.attname = 'search'
          and words.word is not null and words.share * c.reltuples > ${moreThan}) as words
    from pg_class c where c.oid = 'parts'::regclass`.execute(db);
  const { parts, words } = rows[0] ?? { parts: 0, words: [] };
  return {
    parts,
    commonWords: new Set(words.map(({ word }) => word)),
    // The shop's own words have a blank.
    veryCommonStems: words.flatMap(({ word, share }) =>
      share >= veryCommonShare && !word.includes(' ') ? [word] : [],
    ),
  };
}

/** Which of these typed texts have no other stems than these. */
export async function textsOfStems(
  db: Database,
  typed: readonly string[],
  stems: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from unnest(${typed}::text[]) text, tsvector_to_array(to_tsvector('english', text)) its
      where its <@ ${stems}::text[] and its <> '{}'`.execute(db);
  return rows.map(({ text }) => text);
}
