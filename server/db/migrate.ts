import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { withoutTimeLimits } from './open.ts';
import type { Tables } from './schema.ts';

const shopMigrations = new URL('./migrations/', import.meta.url);

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Applies the migrations that the database does not have yet, in the order of their numbers, each in a transaction of
 * its own and under a lock: several copies of the shop may start at once. Throws the first failure.
 */
export async function migrate(db: Kysely<Tables>, folder: URL = shopMigrations): Promise<void> {
  await withoutTimeLimits(db, async (patient) => {
    const migrator = migratorOn(patient, folder);
    // One step at a time, because migrateToLatest puts all of them into one transaction.
    for (let applied = 1; applied > 0;) {
      const { error, results } = await migrator.migrateUp();
      if (error !== undefined) throw error;
      applied = results?.length ?? 0;
    }
  });
}

/** The names of the migrations that the database does not have yet, in order. */
export async function migrationsPending(db: Kysely<Tables>, folder: URL = shopMigrations): Promise<string[]> {
  const migrations = await migratorOn(db, folder).getMigrations();
  return migrations.filter((migration) => migration.executedAt === undefined).map((migration) => migration.name);
}

/** A figure that changes with every change of a migration. */
export function migrationsHash(folder: URL = shopMigrations): string {
  const hash = createHash('sha256');
  for (const name of migrationFiles(folder)) hash.update(`${name}\0${readMigration(folder, name)}\0`);
  return hash.digest('hex');
}

function migratorOn(db: Kysely<Tables>, folder: URL): Migrator {
  const provider = {
    getMigrations: () =>
      Promise.resolve(Object.fromEntries(migrationFiles(folder).map((name) => [name.replace(/\.sql$/, ''), inFile(folder, name)]))),
  };
  return new Migrator({ db, provider });
}

function inFile(folder: URL, name: string): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql.raw(readMigration(folder, name)).execute(db);
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
