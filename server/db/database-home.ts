import { statSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from './open.ts';
import type { Tables } from './schema.ts';

/**
 * Tells a database from its copies, also from those on the same machine. Embedded: the file in its folder that is written once.
 * A server: see `clusterHomeOf`. Undefined where a server does not say.
 */
export async function homeOf(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  dataDir: string,
): Promise<string | undefined> {
  if (engine === 'server') return clusterHomeOf(db);
  const { ino, birthtimeMs } = statSync(path.join(dataDir, 'db', 'PG_VERSION'));
  return `file ${ino} ${Math.floor(birthtimeMs)}`;
}

/**
 * The cluster of a server, its timeline (a new one begins when a backup is played back or a standby takes over) and the database.
 * The timeline is that of the log being written: the control file learns of a new one only with the next checkpoint.
 */
async function clusterHomeOf(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ home: string }>`
    select concat_ws(' ', 'cluster', system_identifier,
      case when pg_is_in_recovery() then timeline_id
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end, oid) as home
    from pg_control_system(), pg_control_checkpoint(), pg_database
    where datname = current_database()`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows[0]?.home;
}

/** Where a server's database is now, if that is not `home`: it changes under a running shop when a standby takes over. */
export async function newHomeOf(
  db: Kysely<Tables>,
  home: string | null | undefined,
): Promise<string | undefined> {
  if (!home?.startsWith('cluster ')) return undefined;
  const now = await clusterHomeOf(db);
  return now === home ? undefined : now;
}
