import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { ConfigError, configFrom, type Config, type DataHome } from '#server/config.ts';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Database } from '#server/shop.ts';
import type { Environment } from '#server/variables.ts';

const fault =
  'The database holds accounts of the demo, whose passwords everybody knows or which anybody could take: a live shop needs a database of its own.';

/**
 * Reads the environment of a shop that shall open. Throws one `ConfigError` that names every fault: of a live shop's
 * database as well, if it can be looked into at all.
 */
export async function configOrEveryFault(env: Environment): Promise<Config> {
  try {
    return configFrom(env);
  } catch (error) {
    if (!(error instanceof ConfigError) || error.liveData === undefined) throw error;
    // A database that does not open is told by the start that follows once the rest is right.
    const held = await isHeldAt(error.liveData).catch(() => false);
    throw held ? new ConfigError([...error.faults, fault]) : error;
  }
}

/** Refuses to go live on a database that anybody can sign in to. Before migrations: a demo that is refused stays as it is. */
export async function refuseDemoAccounts(db: Database): Promise<void> {
  if (await holdsDemoAccounts(db)) throw new ConfigError([fault]);
}

async function isHeldAt({ dataDir, databaseUrl }: DataHome): Promise<boolean> {
  // Looking must not make a database where none is.
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'db'))) return false;
  const database = await openDatabase({ ...(databaseUrl === undefined ? {} : { url: databaseUrl }), dataDir });
  try {
    return await holdsDemoAccounts(database.db);
  } finally {
    await database.close();
  }
}

/** Whether one of the printed sign-ins is there, or anybody who came through the sandbox that lets anyone be anyone. */
async function holdsDemoAccounts(db: Database): Promise<boolean> {
  const printed = Object.values(demoAccounts).map(({ email }) => email);
  const places = [
    { table: 'users', rows: sql`users where email in (${sql.join(printed)})` },
    { table: 'identity."user"', rows: sql`identity."user" where email in (${sql.join(printed)})` },
    { table: 'google_sandbox.records', rows: sql`google_sandbox.records where model = 'Account'` },
  ];
  for (const { table, rows } of places) {
    // A database that was never migrated has no tables yet.
    const there = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db);
    if (!there.rows[0]?.there) continue;
    const held = await sql<{ held: boolean }>`select exists (select from ${rows}) as held`.execute(db);
    if (held.rows[0]?.held) return true;
  }
  return false;
}
