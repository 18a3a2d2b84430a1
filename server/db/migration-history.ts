import { type Kysely, sql } from 'kysely';
import type { MigrationFile } from './migration-files.ts';
import type { Tables } from './schema.ts';

/** The database cannot be brought to this version, or is not for it; the message says why. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

/** A migration that the database has. */
interface Applied {
  readonly name: string;
  /** Absent until the first migration of the database that forbids older versions. */
  readonly forbids_before?: string | null;
}

/** SQLSTATE of "undefined table": nothing was ever migrated. */
const noTable = '42P01';

/** The table is the one that Kysely's own migrator made: databases from then go on with it. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<Applied[]> {
  try {
    const { rows } = await sql<Applied>`select * from kysely_migration`.execute(db);
    return rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if ((error as { code?: unknown }).code === noTable) return [];
    throw error;
  }
}

/** What a version has to do with a database. */
interface Comparison {
  readonly pending: readonly MigrationFile[];
  /** The names of those that only newer versions know. */
  readonly newer: readonly string[];
}

/** Throws `MigrationRefused` when the database has another history than this version, or forbids it. */
export function compareHistory(
  known: readonly MigrationFile[],
  applied: readonly Applied[],
): Comparison {
  const has = new Set(applied.map(({ name }) => name));
  const newest = known.at(-1)?.name ?? '';
  const unknown = applied.filter(({ name }) => !known.some((file) => file.name === name));
  const foreign = unknown.find(({ name }) => name < newest);
  if (foreign !== undefined)
    throw new MigrationRefused(
      `The database has the migration ${foreign.name}, which this version does not know, and this version newer ones: they do not belong together.`,
    );
  const pending = known.filter(({ name }) => !has.has(name));
  const last = applied.at(-1)?.name ?? '';
  const skipped = pending.find(({ name }) => name < last);
  if (skipped !== undefined)
    throw new MigrationRefused(
      `The database lacks the migration ${skipped.name}, but has ${last}, which comes after it: they do not belong together.`,
    );
  const forbidding = unknown.find(({ forbids_before: first }) => first && newest < first);
  if (forbidding !== undefined)
    throw new MigrationRefused(
      `The database is too new for this version: since ${forbidding.name} it takes only versions that know the migration ${forbidding.forbids_before}.`,
    );
  return { pending, newer: unknown.map(({ name }) => name) };
}

/** Makes the table if there is none. */
export async function prepareHistory(db: Kysely<Tables>): Promise<void> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
}

/** Writes that a migration was applied. */
export async function recordMigration(
  db: Kysely<Tables>,
  { name, forbidsBefore }: MigrationFile,
): Promise<void> {
  const timestamp = new Date().toISOString();
  if (forbidsBefore === undefined)
    return void (await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(
      db,
    ));
  await sql`alter table kysely_migration add column if not exists forbids_before varchar(255)`.execute(
    db,
  );
  await sql`insert into kysely_migration (name, timestamp, forbids_before) values (${name}, ${timestamp}, ${forbidsBefore})`.execute(
    db,
  );
}
