import path from 'node:path';
import { isDatabase } from '#server/db/embedded/build-database.ts';
import { migrationsPending } from './migrate.ts';
import { openDatabase, type Database, type DatabaseOptions } from './open.ts';

/** There is no database to work on; the message says why. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
}

/** Whether a database is there: looking for one must not make it. A server is asked by opening it. */
export function databaseExists({
  url,
  dataDir,
}: Pick<DatabaseOptions, 'url' | 'dataDir'>): boolean {
  return url !== undefined || isDatabase(path.join(dataDir, 'db'));
}

/** Opens a database that is there, whatever its tables are. Throws `NoDatabase`. */
export async function openUnmigrated(options: DatabaseOptions): Promise<Database> {
  if (!databaseExists(options)) throw new NoDatabase(`There is no database in ${options.dataDir}.`);
  return openDatabase(options);
}

/**
 * Opens a database that is there and has the tables of this version, for commands beside the shop: a mistyped folder is not
 * made into one, and no tables are changed. Throws `NoDatabase`.
 */
export async function openExisting(options: DatabaseOptions): Promise<Database> {
  const database = await openUnmigrated(options);
  const pending = await migrationsPending(database.db);
  if (pending.length === 0) return database;
  await database.close();
  throw new NoDatabase(
    `The database does not have the tables of this version yet (${pending.join(', ')}): start the shop on it once.`,
  );
}
