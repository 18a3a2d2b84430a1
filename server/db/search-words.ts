import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Writes what the search finds these parts by: their facts, and what buyers call their types. Call it in the transaction that
 * changes the facts.
 */
export async function writeSearchWords(tx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await sql`
    update parts set search_as_of = updated_at, search =
      setweight(to_tsvector('english', name || ' ' || coalesce(brand, '')), 'A')
        || setweight(to_tsvector('simple', coalesce(part_number, '')), 'A')
        || setweight(to_tsvector('english', ${typeName} || ' ' || ${named('en')}), 'B')
        || setweight(to_tsvector('german', ${named('de')}), 'B')
        || setweight(to_tsvector('english', description), 'C')
      where id = any (${ids})`.execute(tx);
}

const typeName = sql`coalesce((select t.name from part_types t where t.id = parts.type_id), '')`;

function named(language: 'en' | 'de') {
  return sql`(
    select coalesce(string_agg(n.name, ' '), '') from part_type_names n
      where n.type_id = parts.type_id and n.language = ${sql.lit(language)})`;
}
