import { statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';

/**
 * Tells a database from its copies, also from those on the same machine. Embedded: the file in its folder that is written once.
 * A server: its cluster, its timeline (a new one begins when a backup is played back or a standby takes over) and the database.
 * Undefined where a server does not say.
 */
export async function homeOf(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  dataDir: string,
): Promise<string | undefined> {
  if (engine === 'embedded') {
    const { ino, birthtimeMs } = statSync(path.join(dataDir, 'db', 'PG_VERSION'));
    return `file ${ino} ${Math.floor(birthtimeMs)}`;
  }
  const { rows } = await sql<{ home: string }>`
    select concat_ws(' ', 'cluster', system_identifier, timeline_id, oid) as home
    from pg_control_system(), pg_control_checkpoint(), pg_database
    where datname = current_database()`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows[0]?.home;
}
