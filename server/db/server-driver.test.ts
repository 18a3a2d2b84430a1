import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oddFormats, postgresServer } from '#test/database.ts';
import { limitedQuery } from './limited-query.ts';
import { type Database, openDatabase } from './open.ts';
import { limitsName } from './prepared-statements.ts';
import { openServerPool } from './server-pool.ts';
import { inTransaction, isUnavailable } from './transaction.ts';

const server = await postgresServer();
afterAll(() => server?.stop());

interface Settings {
  statement: string;
  lock: string;
  compiled: string;
}
const settings = sql<Settings>`
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('jit') as compiled`;

describe.runIf(server)('on a server', () => {
  let database: Database;
  let outside: pg.Pool;
  beforeAll(async () => {
    const url = await server!.createDatabase();
    database = await openDatabase({ url, dataDir: '', connections: 10 });
    outside = openServerPool(url, { connections: 2 });
    await outside.query(
      'create table lots (id int primary key, stock bigint check (stock >= 0)); insert into lots values (1, 5), (2, 5)',
    );
  });
  afterAll(async () => {
    await database.close();
    await outside.end();
  });

  test('a connection begins without settings, which poolers refuse', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "select name from pg_settings where source = 'client' order by name",
    );
    expect(rows.map(({ name }) => name)).toEqual(['application_name', 'client_encoding']);
  });

  test('every statement and transaction has its limits, and leaves none of them on its connection', async () => {
    const url = await server!.createDatabase();
    const { db, pool, close } = await openDatabase({
      url,
      dataDir: '',
      connections: 10,
      keepsStatements: false,
    });
    const limited = { statement: '10s', lock: '1s', compiled: 'off' };
    expect((await settings.execute(db)).rows).toEqual([limited]);
    expect(await inTransaction(db, async (tx) => (await settings.execute(tx)).rows)).toEqual([
      limited,
    ]);
    const connections = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    const left = await Promise.all(
      connections.map((client) => client.query<Settings>(settings.compile(db).sql)),
    );
    for (const client of connections) client.release();
    expect(left.flatMap(({ rows }) => rows)).toEqual(
      connections.map(() => ({ statement: '0', lock: '0', compiled: 'on' })),
    );
    await close();
  });

  test('a connection that goes straight to the server has its limits from its beginning', async () => {
    const url = await server!.createDatabase();
    const { db, pool, close } = await openDatabase({ url, dataDir: '', connections: 1 });
    const limited = { statement: '10s', lock: '1s', compiled: 'off' };
    const read = async () => (await settings.execute(db)).rows;
    const timesSent = async () =>
      (
        await sql<{ times: number }>`select (generic_plans + custom_plans)::int as times
          from pg_prepared_statements where name = ${limitsName}`.execute(db)
      ).rows;
    expect(await read()).toEqual([limited]);
    expect(await inTransaction(db, async (tx) => (await settings.execute(tx)).rows)).toEqual([
      limited,
    ]);
    // It was planned when the connection was opened.
    expect(await timesSent()).toEqual([{ times: 1 }]);
    // A transaction that may wait less has that for itself alone.
    const less = { limits: { statementMs: 10_000, lockMs: 300 }, begins: true, commits: true };
    const client = await pool.connect();
    const statement = { text: settings.compile(db).sql, values: [] };
    const [own] = await limitedQuery(client, [statement], less);
    client.release();
    expect(own?.rows).toEqual([{ ...limited, lock: '300ms' }]);
    expect(await read()).toEqual([limited]);
    expect(await timesSent()).toEqual([{ times: 2 }]);
    await close();
  });

  test('times are read whatever way the server writes dates', async () => {
    const { db, close } = await openDatabase({
      url: await server!.createDatabase(oddFormats),
      dataDir: '',
    });
    const moment = new Date('2026-11-02T23:30:00.250Z');
    const read = sql<{ read: Date }>`select ${moment}::timestamptz as read`;
    expect((await read.execute(db)).rows).toEqual([{ read: moment }]);
    expect(await inTransaction(db, async (tx) => (await read.execute(tx)).rows)).toEqual([
      { read: moment },
    ]);
    await close();
  });

  test('statements bring their values, counts and errors', async () => {
    const { db } = database;
    const lot = sql<{ id: number; stock: number }>`select * from lots where id = ${2}`;
    expect((await lot.execute(db)).rows).toEqual([{ id: 2, stock: 5 }]);
    expect(
      (await sql`update lots set stock = 6 where id in (1, ${2})`.execute(db)).numAffectedRows,
    ).toBe(2n);
    for (let time = 0; time < 12; time += 1)
      await expect(
        sql`update lots set stock = ${-1} where id = 2`.execute(db),
      ).rejects.toMatchObject({ code: '23514', constraint: 'lots_stock_check' });
    await expect(sql`selekt`.execute(db)).rejects.toMatchObject({ code: '42601' });
    const failed = inTransaction(db, async (tx) => {
      await sql`update lots set stock = 7`.execute(tx);
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect((await lot.execute(db)).rows).toEqual([{ id: 2, stock: 6 }]);
  });

  test('writers who wait for a row leave connections to readers, and are told soon that it does not go', async () => {
    const { db } = database;
    const holder = await outside.connect();
    await holder.query('begin; select from lots where id = 1 for update');
    const take = sql`update lots set stock = stock - 1 where id = 1`;
    const asked = performance.now();
    const writers = Promise.allSettled([
      ...Array.from({ length: 12 }, () => inTransaction(db, (tx) => take.execute(tx))),
      ...Array.from({ length: 12 }, () => take.execute(db)),
    ]);
    const waiting = async () =>
      (await outside.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount;
    await expect.poll(waiting).toBe(6);
    const shapes = [
      sql`select id from lots where id = 2`,
      sql` with its as materialized (select id from lots where id = 2) select id from its`,
      sql` (select id from lots where id = 2) union all (select id from lots where id = 9)`,
    ];
    const reads = await Promise.all(
      Array.from({ length: 20 }, (_, n) => shapes[n % 3]!.execute(db)),
    );
    expect(reads.flatMap(({ rows }) => rows)).toEqual(reads.map(() => ({ id: 2 })));
    expect(await waiting()).toBeLessThanOrEqual(6);
    const refused = await writers;
    // A busy machine makes it later; without limits it would be as long as the row is held.
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(refused.map((one) => one.status === 'rejected' && isUnavailable(one.reason))).toEqual(
      refused.map(() => true),
    );
    await holder.query('rollback');
    holder.release();
    await inTransaction(db, (tx) => take.execute(tx));
    expect((await outside.query('select stock from lots where id = 1')).rows).toEqual([
      { stock: 5 },
    ]);
  });

  test('a transaction begins with its first statement, also one that fails, and ends as a whole', async () => {
    const { db, pool } = database;
    const add = (id: number) => sql`insert into lots values (${id}, 1)`;
    const count = async () =>
      (await sql<{ lots: number }>`select count(*)::int as lots from lots`.execute(db)).rows;
    const before = await count();
    const twice = inTransaction(db, async (tx) => {
      await add(1).execute(tx);
    });
    await expect(twice).rejects.toMatchObject({ code: '23505' });
    const swallowed = inTransaction(db, async (tx) => {
      await add(1)
        .execute(tx)
        .catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('rolled back');
    const thrown = inTransaction(db, async (tx) => {
      await add(7).execute(tx);
      await add(8).execute(tx);
      throw new Error('not this time');
    });
    await expect(thrown).rejects.toThrow('not this time');
    expect(await count()).toEqual(before);
    await inTransaction(db, async (tx) => {
      await add(7).execute(tx);
      await sql`select id from lots where id = ${7}`.execute(tx);
    });
    await sql`delete from lots where id = ${7}`.execute(db);
    expect(await inTransaction(db, async () => 'nothing asked')).toBe('nothing asked');
    const idle = await pool.query(
      "select from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    );
    expect(idle.rowCount).toBe(0);
  });

  test('a copy with four connections has two of them for writers', async () => {
    const small = await openDatabase({ url: server!.url, dataDir: '', connections: 4 });
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let open = 0;
    const holding = Array.from({ length: 3 }, () =>
      inTransaction(small.db, async (tx) => {
        await settings.execute(tx);
        open += 1;
        if (open === 2) begun.resolve();
        await end.promise;
      }),
    );
    await begun.promise;
    expect((await settings.execute(small.db)).rows).toHaveLength(1);
    expect([open, small.pool.totalCount]).toEqual([2, 3]);
    end.resolve();
    await Promise.all(holding);
    await small.close();
  });
});
