import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { type MigrationFile, readMigrations, shopMigrations } from './migration-files.ts';
import {
  appliedMigrations,
  compareHistory,
  prepareHistory,
  recordMigration,
} from './migration-history.ts';
import {
  oneAtATime,
  type Patience,
  standardPatience,
  untilLocksAreGiven,
} from './migration-lock.ts';
import { withoutTimeouts } from './open.ts';
import type { Tables } from './schema.ts';

/** SQLSTATE of "feature not supported". */
const notSupported = '0A000';

/**
 * Applies the pending migrations in order, each in its own transaction and one copy of the shop at a time. Throws the first
 * failure, and `MigrationRefused` for a database that is not for this version. `say` hears what an operator should know: that
 * the start waits, that the database is newer, that the engine does not support an optional migration.
 */
export async function migrate(
  db: Kysely<Tables>,
  folder: URL = shopMigrations,
  say: (sentence: string) => void = () => undefined,
  patience: Patience = standardPatience,
): Promise<void> {
  await applyPending(db, readMigrations(folder), { patience, say });
}

/** Makes the tables of an empty database as they were after a migration of this version. */
export async function migrateUpTo(db: Kysely<Tables>, last: string): Promise<void> {
  const ways = { patience: standardPatience, say: () => undefined, last };
  await applyPending(db, readMigrations(shopMigrations), ways);
}

/** Applies the pending migrations up to one in a transaction that has begun; none of them may be without one. */
export async function migrateInside(tx: Kysely<Tables>, last: string): Promise<void> {
  const known = readMigrations(shopMigrations);
  const { pending } = compareHistory(known, await appliedMigrations(tx));
  for (const file of pending.filter(({ name }) => name <= last)) {
    await applyInside(tx, file, () => undefined);
    await recordMigration(tx, file);
  }
}

interface Ways extends Pick<Migrating, 'patience' | 'say'> {
  /** Later ones are left out; default: none is. */
  readonly last?: string;
}

/** All that this version knows is compared, also when not all of it is applied: what is left out makes no older version of it. */
async function applyPending(
  db: Kysely<Tables>,
  known: readonly MigrationFile[],
  { patience, say, last }: Ways,
): Promise<void> {
  const { pending: all, newer } = compareHistory(known, await appliedMigrations(db));
  const pending = all.filter(({ name }) => last === undefined || name <= last);
  if (newer.length > 0)
    say(
      `The database is newer than this version (${newer.join(', ')}): another version has migrated it.`,
    );
  if (pending.length === 0) return;
  await withoutTimeouts(db, async (unlimited, pool) => {
    for (const file of pending) {
      const apply = () => applyNext({ db: unlimited, pool, known, patience, say }, file);
      await untilLocksAreGiven(file.name, apply, patience, say);
    }
  });
}

/** The names of all migrations of this version, in order. */
export function migrationNames(): string[] {
  return readMigrations(shopMigrations).map(({ name }) => name);
}

/** The names of the pending migrations, in order. Throws `MigrationRefused` for a database that is not for this version. */
export async function migrationsPending(
  db: Kysely<Tables>,
  folder: URL = shopMigrations,
): Promise<string[]> {
  const { pending } = compareHistory(readMigrations(folder), await appliedMigrations(db));
  return pending.map(({ name }) => name);
}

interface Migrating {
  readonly db: Kysely<Tables>;
  /** Undefined on the embedded engine, which has one connection and no other copy. */
  readonly pool: pg.Pool | undefined;
  readonly known: readonly MigrationFile[];
  readonly patience: Patience;
  readonly say: (sentence: string) => void;
}

async function applyNext(on: Migrating, file: MigrationFile): Promise<void> {
  const { db, pool } = on;
  if (file.isAlone && pool === undefined) {
    await sql.raw(file.text).execute(db);
    return recordMigration(db, file);
  }
  const inTurn = async (tx: Kysely<Tables>): Promise<void> => {
    await prepareHistory(tx);
    const { pending } = compareHistory(on.known, await appliedMigrations(tx));
    // Another copy was faster.
    if (pending[0]?.name !== file.name) return;
    // Beside the transaction, which only holds the lock. Through the pool, because a statement of Kysely's brings a transaction.
    if (file.isAlone && pool !== undefined) await applyAlone(pool, file);
    else await applyInside(tx, file, on.say);
    await recordMigration(tx, file);
  };
  if (pool === undefined) return db.transaction().execute(inTurn);
  return oneAtATime(db, inTurn, on.patience, on.say);
}

/** What an earlier try left of an index is dropped first: it is there by its name and speeds nothing up. */
async function applyAlone(pool: pg.Pool, { text }: MigrationFile): Promise<void> {
  const invalid = await pool.query<{ relname: string; name: string }>(
    'select relname, indexrelid::regclass::text as name from pg_index join pg_class c on c.oid = indexrelid where not indisvalid',
  );
  for (const { relname, name } of invalid.rows)
    if (text.includes(relname)) await pool.query(`drop index concurrently ${name}`);
  await pool.query(text);
}

async function applyInside(
  tx: Kysely<Tables>,
  { name, text, needs }: MigrationFile,
  say: (sentence: string) => void,
): Promise<void> {
  if (needs === undefined) return void (await sql.raw(text).execute(tx));
  await sql`savepoint optional`.execute(tx);
  try {
    await sql.raw(text).execute(tx);
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== notSupported) throw error;
    await sql`rollback to savepoint optional`.execute(tx);
    say(
      `The database engine does not support ${needs}: the migration ${name}.sql was left out (docs/operations.md).`,
    );
  }
}
