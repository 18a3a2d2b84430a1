import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './schema.ts';

/** Changes when other words are written: then background work writes all parts anew. */
export const wordsVersion = '2';

/**
 * Writes what the search finds these parts by: their facts, and what buyers call their types. Call it in the transaction that
 * changes the facts, after all of them. Beside the words of texts there are words of the shop's own (`server/search/own-words.ts`), which
 * contain a blank, as no word of a text does.
 */
export async function writeSearchWords(tx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await sql`
    update parts set search_as_of = updated_at, search =
      setweight(to_tsvector('english', ${withoutAccents(sql`name || ' ' || coalesce(brand, '')`)}), 'A')
        || setweight(to_tsvector('simple', coalesce(part_number, '')), 'A')
        || setweight(to_tsvector('english', ${withoutAccents(sql`${typeName} || ' ' || ${named('en')}`)}), 'B')
        || setweight(to_tsvector('german', ${withoutAccents(named('de'))}), 'B')
        || setweight(to_tsvector('english', ${withoutAccents(sql`description`)}), 'C')
        || array_to_tsvector(array(${ownWords}))
      where id = any (${ids})`.execute(tx);
}

const accented = 'äöüàáâãåçèéêëìíîïñòóôõøùúûýÿčďěňřšťůžłśźżąęćń';
const plain = 'aouaaaaaceeeeiiiinooooouuuyycdenrstuzlszzaecn';

/** Letters as `fold` of `server/search/fold.ts` has them: what is searched for is folded, too. */
function withoutAccents(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`translate(replace(lower(${text}), 'ß', 'ss'), ${sql.lit(accented)}, ${sql.lit(plain)})`;
}

const typeName = sql`coalesce((select t.name from part_types t where t.id = parts.type_id), '')`;

function named(language: 'en' | 'de') {
  return sql`(
    select coalesce(string_agg(n.name, ' '), '') from part_type_names n
      where n.type_id = parts.type_id and n.language = ${sql.lit(language)})`;
}

/** A number key in which letters that are read as figures are figures, cut into runs of three: by these its middle is found. */
function numberRuns(key: RawBuilder<unknown>) {
  return sql`select 'number ' || substr(translate(${key}, 'OI', '01'), place, 3)
    from generate_series(1, length(${key}) - 2) place`;
}

const ownWords = sql`
  select 'typed' || ' ' where type_id is not null
  union select 'type ' || type_id where type_id is not null
  union select 'category ' || category_id where category_id is not null
  union select 'brand ' || brand where brand is not null
  union select 'is ' || key || ' ' || lower(value) from jsonb_each_text(attributes)
  union select 'fits ' || lower(make) from fitments f where f.part_id = parts.id
  union select 'fits ' || lower(make) || ' ' || lower(model) from fitments f where f.part_id = parts.id
  union select 'fits any' where not exists (select from fitments f where f.part_id = parts.id)
  union ${numberRuns(sql`part_number_key`)}
  union select run.* from part_numbers n cross join lateral (${numberRuns(sql`n.number_key`)}) run where n.part_id = parts.id`;
