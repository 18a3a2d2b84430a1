import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** The tables of the shop, of people's accounts and of the sandboxes that have one of these texts anywhere in them, whatever its capitals and spaces. */
export async function tablesWith(db: Kysely<Tables>, texts: readonly string[]): Promise<string[]> {
  const plain = texts.map((text) => `%${text.replaceAll(' ', '').toLowerCase()}%`);
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
      where table_schema not in ('information_schema', 'pg_catalog') and table_type = 'BASE TABLE'
      order by 1, 2`.execute(db);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(`${schema}.${name}`)} its
        where lower(replace(its::text, ' ', '')) like any (${plain}::text[]) limit 1`.execute(db);
    if (rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
}
