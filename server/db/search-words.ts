import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './schema.ts';

/** Changes when other words are written: then background work writes all parts anew. */
export const wordsVersion = '4';

/**
 * Writes what the search finds these parts by: their facts, and what buyers call their types. Call it in the transaction that
 * changes the facts, after all of them. Beside the words of texts there are words of the shop's own (`server/search/own-words.ts`), which
 * contain a blank, as no word of a text does.
 */
export async function writeSearchWords(tx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await sql`
    with types as materialized (${typesOf(ids)})
    update parts set search_as_of = updated_at, search =
      setweight(to_tsvector('english', ${withoutAccents(sql`name || ' ' || coalesce(brand, '')`)}), 'A')
        || setweight(to_tsvector('simple', coalesce(part_number, '')), 'A')
        || coalesce((select words from types where types.id = parts.type_id), '')
        || setweight(to_tsvector('english', ${withoutAccents(sql`description`)}), 'C')
        || array_to_tsvector(array(${ownWords}))
      where id = any (${ids})`.execute(tx);
}

/** Letters with a bar or without their dot, which Unicode does not take apart, and how they are typed on other keyboards. */
export const barredLetters = { from: 'łŁøØđĐħĦŧŦı', to: 'lLoOdDhHtTi' };
/** In front of a figure they are the sign for a diameter. */
export const diameterSigns = '[øØ⌀](?=\\s*[0-9])';
/** Accents, dots and strokes, taken from their letters. */
const marks = '[\u0300-\u036f]';

/** Letters as `fold` of `server/search/fold.ts` has them: what is searched for is folded, too. */
function withoutAccents(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const measured = sql`regexp_replace(${text}, ${sql.lit(diameterSigns)}, ' ', 'g')`;
  const bare = sql`regexp_replace(normalize(${measured}, NFKD), ${sql.lit(marks)}, '', 'g')`;
  const { from, to } = barredLetters;
  return sql`replace(translate(lower(${bare}), ${sql.lit(from)}, ${sql.lit(to)}), 'ß', 'ss')`;
}

/** The types of these parts with the words for what they are called, once each. */
function typesOf(ids: readonly string[]) {
  return sql`
    select t.id, setweight(to_tsvector('english', ${withoutAccents(sql`t.name || ' ' || ${named('en')}`)}), 'B')
        || setweight(to_tsvector('german', ${withoutAccents(named('de'))}), 'B') as words
      from part_types t where t.id in (select type_id from parts where id = any (${ids}))`;
}

function named(language: 'en' | 'de') {
  return sql`(
    select coalesce(string_agg(n.name, ' '), '') from part_type_names n
      where n.type_id = t.id and n.language = ${sql.lit(language)})`;
}

/** A number key in which letters that are read as figures are figures, cut into runs of three: by these its middle is found. */
function numberRuns(key: RawBuilder<unknown>) {
  return sql`select 'number ' || substr(translate(${key}, 'OI', '01'), place, 3)
    from generate_series(1, length(${key}) - 2) place`;
}

/** A word may come several times: a vector has it once. */
const ownWords = sql`
  select 'type ' || coalesce(type_id, '')
  union all select 'category ' || category_id where category_id is not null
  union all select 'brand ' || brand where brand is not null
  union all select 'is ' || key || ' ' || lower(value) from jsonb_each_text(attributes)
  union all select 'fits ' || lower(make) from fitments f where f.part_id = parts.id
  union all select 'fits ' || lower(make) || ' ' || lower(model) from fitments f where f.part_id = parts.id
  union all select case when type_id = any (array(select t.id from part_types t where t.fit = 'universal')) then 'fits any' else 'fits unknown' end
    where not exists (select from fitments f where f.part_id = parts.id)
  union ${numberRuns(sql`part_number_key`)}
  union all select run.* from part_numbers n cross join lateral (${numberRuns(sql`n.number_key`)}) run where n.part_id = parts.id`;
