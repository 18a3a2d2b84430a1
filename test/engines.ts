import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { findPostgres, freshDatabase, postgresServer, temporaryFolder } from './database.ts';

/** The engines of this machine: the embedded one runs queries one after another, a server concurrently. */
export const engines = ['embedded', ...(findPostgres() === undefined ? [] : ['server'])] as const;

/** An empty, migrated database on one of `engines`; `close` removes it, and the server it was on. */
export async function databaseOn(
  engine: (typeof engines)[number],
): ReturnType<typeof freshDatabase> {
  if (engine === 'embedded') return freshDatabase();
  const server = await postgresServer();
  if (!server) throw new Error('PostgreSQL was found, but does not start.');
  const database = await openDatabase({ url: server.url, dataDir: temporaryFolder('engine') });
  await migrate(database.db);
  return {
    ...database,
    async close() {
      await database.close();
      await server.stop();
    },
  };
}
