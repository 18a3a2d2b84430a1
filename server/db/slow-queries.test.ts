import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { freshDataDir, postgresServer } from '#test/database.ts';
import { engines } from '#test/engines.ts';
import { openDatabase, type Database } from './open.ts';

const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

/** A database of this engine, and what it says of slow statements. */
async function opened(
  engine: (typeof engines)[number],
  { connections, overMs } = { connections: 4, overMs: 200 },
): Promise<Pick<Database, 'db'> & { told: { sql: string; ms: number }[] }> {
  const told: { sql: string; ms: number }[] = [];
  const server = engine === 'server' ? await postgresServer() : undefined;
  if (server) endings.push(() => server.stop());
  const database = await openDatabase({
    dataDir: server ? '' : await freshDataDir(),
    url: server?.url,
    relaxedSync: true,
    connections,
    slowQueries: { overMs, tell: (slow) => void told.push(slow) },
  });
  endings.push(() => database.close());
  return { db: database.db, told };
}

test.each(engines)(
  'on the %s database a statement that takes long is named, without what it is about',
  async (engine) => {
    const { db, told } = await opened(engine);
    await sql`select ${'ada.private@example.com'}::text`.execute(db);
    expect(told).toEqual([]);
    await sql`select pg_sleep(${0.3}),
        ${'ada.private@example.com'}::text as email`.execute(db);
    expect(told).toEqual([
      { sql: 'select pg_sleep($1), $2::text as email', ms: expect.toSatisfy((ms) => ms >= 300) },
    ]);
    // One that fails in the end took long, too.
    await expect(sql`select 1 / length(pg_sleep(${0.3})::text)`.execute(db)).rejects.toThrow(
      'zero',
    );
    expect(told.at(-1)?.sql).toBe('select 1 / length(pg_sleep($1)::text)');
  },
);

test.each(engines)(
  'on the %s database a statement that waits for its turn is not named for that time',
  async (engine) => {
    const { db, told } = await opened(engine, { connections: 2, overMs: 500 });
    await sql`create table lots (id int)`.execute(db);
    const slow = sql`select pg_sleep(0.9)`;
    const quick = sql`select 1 as quick`;
    // Both connections are in use; then the one that is for writers.
    await Promise.all([slow.execute(db), slow.execute(db), quick.execute(db)]);
    // On a busy machine those who wait may be refused.
    await Promise.allSettled([
      sql`insert into lots select 1 from pg_sleep(0.9)`.execute(db),
      sql`insert into lots values (2)`.execute(db),
      db.transaction().execute((tx) => sql`insert into lots values (3)`.execute(tx)),
    ]);
    expect(told.map((one) => one.sql)).toEqual([
      'select pg_sleep(0.9)',
      'select pg_sleep(0.9)',
      'insert into lots select 1 from pg_sleep(0.9)',
    ]);
  },
);
