import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** Rows of parts, fitments and numbers that all statements together have read so far. The tables have to have been vacuumed, or indexes are read in another way. */
export async function countRowsRead(db: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables
      where relname in ('parts', 'fitments', 'part_numbers')`.execute(db);
  return rows[0]?.read ?? 0;
}
