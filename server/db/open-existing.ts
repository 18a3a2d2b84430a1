import path from 'node:path';
import { isDatabase } from '#server/db/embedded/build-database.ts';
import { migrationsPending } from './migrate.ts';
import { openDatabase, type Database, type DatabaseOptions } from './open.ts';

/** There is no usable database; the message says why. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
}

/** Whether there is a database, without creating one. A server's database is assumed to exist. */
export function databaseExists({
  url,
  dataDir,
}: Pick<DatabaseOptions, 'url' | 'dataDir'>): boolean {
  return url !== undefined || isDatabase(path.join(dataDir, 'db'));
}

/** Opens an existing database, whatever its migrations. Throws `NoDatabase`. */
export async function openUnmigrated(options: DatabaseOptions): Promise<Database> {
  if (!databaseExists(options)) throw new NoDatabase(`There is no database in ${options.dataDir}.`);
  return openDatabase(options);
}

/**
 * Opens an existing database that has every migration, for commands: a mistyped folder does not become a new database, and
 * nothing is migrated. Throws `NoDatabase`.
 */
export async function openExisting(options: DatabaseOptions): Promise<Database> {
  const database = await openUnmigrated(options);
  try {
    const pending = await migrationsPending(database.db);
    if (pending.length > 0)
      throw new NoDatabase(
        `The database does not have the tables of this version yet (${pending.join(', ')}): start the shop on it once.`,
      );
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
