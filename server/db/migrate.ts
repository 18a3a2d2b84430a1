import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { withoutTimeouts } from './open.ts';
import type { Tables } from './schema.ts';

const shopMigrations = new URL('./migrations/', import.meta.url);

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;

/** A migration with this line is skipped where the database engine does not support what it names. */
const optional = /^-- optional: (.+)$/m;
/** SQLSTATE of "feature not supported". */
const notSupported = '0A000';

/**
 * Applies the pending migrations in order, each in its own transaction and under a lock, so several copies of the shop may
 * start at once. Throws the first failure. An optional migration that the engine does not support is reported to `warn`
 * and counts as applied.
 */
export async function migrate(
  db: Kysely<Tables>,
  folder: URL = shopMigrations,
  warn: (sentence: string) => void = () => undefined,
): Promise<void> {
  await withoutTimeouts(db, async (unlimited) => {
    const migrator = migratorOn(unlimited, folder, warn);
    // One at a time, because migrateToLatest runs all of them in one transaction.
    for (let applied = 1; applied > 0;) {
      const { error, results } = await migrator.migrateUp();
      if (error !== undefined) throw error;
      applied = results?.length ?? 0;
    }
  });
}

/** The names of the pending migrations, in order. */
export async function migrationsPending(
  db: Kysely<Tables>,
  folder: URL = shopMigrations,
): Promise<string[]> {
  const migrations = await migratorOn(db, folder).getMigrations();
  return migrations
    .filter((migration) => migration.executedAt === undefined)
    .map((migration) => migration.name);
}

/** A hash of all migrations. */
export function migrationsHash(folder: URL = shopMigrations): string {
  const hash = createHash('sha256');
  for (const name of migrationFiles(folder))
    hash.update(`${name}\0${readMigration(folder, name)}\0`);
  return hash.digest('hex');
}

function migratorOn(
  db: Kysely<Tables>,
  folder: URL,
  warn: (sentence: string) => void = () => undefined,
): Migrator {
  const named = (file: string) => [
    file.replace(/\.sql$/, ''),
    migrationOf(file, readMigration(folder, file), warn),
  ];
  return new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrationFiles(folder).map(named)) },
  });
}

function migrationOf(file: string, text: string, warn: (sentence: string) => void): Migration {
  const needs = optional.exec(text)?.[1];
  const apply = (db: Kysely<unknown>) => sql.raw(text).execute(db);
  if (needs === undefined) return { up: async (db: Kysely<unknown>) => void (await apply(db)) };
  return {
    async up(db: Kysely<unknown>) {
      await sql`savepoint optional`.execute(db);
      try {
        await apply(db);
      } catch (error) {
        if ((error as { code?: unknown } | null)?.code !== notSupported) throw error;
        await sql`rollback to savepoint optional`.execute(db);
        warn(
          `The database engine does not support ${needs}: the migration ${file} was left out (docs/operations.md).`,
        );
      }
    },
  };
}

function migrationFiles(folder: URL): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const wrong = names.find((name) => !fileName.test(name));
  if (wrong !== undefined) throw new Error(`The migration ${wrong} is not called NNNN_name.sql.`);
  return names.toSorted();
}

function readMigration(folder: URL, name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}
