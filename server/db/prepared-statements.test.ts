import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { postgresServer } from '#test/database.ts';
import { findPgBouncer, startPgBouncer, type Pooler } from '#test/pgbouncer.ts';
import { forAnyValues } from './any-values.ts';
import { openDatabase, type Database } from './open.ts';
import { together } from './together.ts';
import { inTransaction } from './transaction.ts';

const server = await postgresServer();
afterAll(() => server?.stop());

const kept = async ({ pool }: Database) => {
  const { rows } = await pool.query<{ statement: string; uses: number }>(
    'select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements order by prepare_time',
  );
  return rows;
};

describe.runIf(server)('a connection straight to the server', () => {
  let database: Database;
  beforeAll(async () => {
    // One connection, so that it is the one that is asked what it keeps.
    database = await openDatabase({
      url: await server!.createDatabase(),
      dataDir: '',
      connections: 1,
    });
    await sql`create table lots (id int primary key, stock int)`.execute(database.db);
  });
  afterAll(() => database.close());

  const next = (value: number) => sql<{ next: number }>`select ${value}::int + 1 as next`;

  test('plans a statement once, within transactions and outside', async () => {
    const { db } = database;
    for (const value of [1, 2])
      expect((await next(value).execute(db)).rows).toEqual([{ next: value + 1 }]);
    await inTransaction(db, async (tx) => {
      expect((await next(3).execute(tx)).rows).toEqual([{ next: 4 }]);
    });
    expect(await kept(database)).toContainEqual({ statement: next(1).compile(db).sql, uses: 3 });
  });

  test('keeps the first hundreds of each pool, whatever others of the process were asked', async () => {
    const other = await openDatabase({ url: await server!.createDatabase(), dataDir: '' });
    const many = Array.from({ length: 600 }, (_, at) => at);
    for (const at of many) await sql`select ${at}::int + ${sql.lit(at)} as many`.execute(other.db);
    await other.close();
    const after = (value: number) => sql`select ${value}::int + 2 as after`;
    await after(1).execute(database.db);
    expect(await kept(database)).toContainEqual({
      statement: after(1).compile(database.db).sql,
      uses: 1,
    });
  });

  test('keeps one that failed, was stopped or could not be planned, and answers it as soon as it can', async () => {
    const { db } = database;
    const later = (id: unknown) => sql`select stock from later where id = ${id}`.execute(db);
    await expect(later(1)).rejects.toThrow('"later" does not exist');
    await expect(later(1)).rejects.toThrow('"later" does not exist');
    await sql`create table later (id int, stock int)`.execute(db);
    expect((await later(1)).rows).toEqual([]);
    await expect(later('x')).rejects.toThrow('invalid input syntax');
    expect((await later(1)).rows).toEqual([]);
    await expect(inTransaction(db, (tx) => sql`select 1 / ${0}::int`.execute(tx))).rejects.toThrow(
      'division by zero',
    );
    const soon = (id: unknown) =>
      inTransaction(db, (tx) => sql`select stock from soon where id = ${id}`.execute(tx));
    await expect(soon(1)).rejects.toThrow('"soon" does not exist');
    await expect(soon(1)).rejects.toThrow('"soon" does not exist');
    await sql`create table soon (id int, stock int)`.execute(db);
    expect((await soon(1)).rows).toEqual([]);
    expect((await sql`select 1 / ${1}::int as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  test('plans a search for each word anew', async () => {
    const { db } = database;
    const having = (word: string) =>
      sql<{ has: boolean }>`select to_tsvector('simple', ${'a disc'}) @@ ${word}::tsquery as has`;
    for (const word of ['disc', 'drum'])
      expect((await having(word).execute(db)).rows).toEqual([{ has: word === 'disc' }]);
    const statement = having('disc').compile(db).sql;
    expect((await kept(database)).map((one) => one.statement)).not.toContain(statement);
  });

  test('answers all columns also after another version has added one', async () => {
    const { db } = database;
    await sql`insert into lots values (1, 5)`.execute(db);
    const all = () => sql`select * from lots where id = ${1}`.execute(db);
    const changed = () =>
      sql`update lots as l set stock = stock + ${1} where id = 1 returning l.*`.execute(db);
    for (let time = 0; time < 6; time += 1) {
      await all();
      await changed();
    }
    await sql`alter table lots add column place text`.execute(db);
    expect((await all()).rows).toEqual([{ id: 1, stock: 11, place: null }]);
    expect((await changed()).rows).toEqual([{ id: 1, stock: 12, place: null }]);
    const named = sql`select id, stock from lots where id = ${1}`;
    for (let time = 0; time < 6; time += 1) await named.execute(db);
    await sql`alter table lots add column row text`.execute(db);
    expect((await named.execute(db)).rows).toEqual([{ id: 1, stock: 12 }]);
  });

  test('has one plan for any values of those that say so, makes it anew each half minute, and is as before after each', async () => {
    const { db, pool } = database;
    const lot = (id: number) =>
      sql<{ stock: number }>`select stock from lots where id = ${id} ${forAnyValues}`;
    const its = async () => {
      const { rows } = await pool.query<{ generic: number; custom: number; prepared: Date }>(
        `select generic_plans::int as generic, custom_plans::int as custom, prepare_time as prepared from pg_prepared_statements
           where statement like '%for any values%'`,
      );
      return rows;
    };
    for (let id = 1; id <= 8; id += 1) await lot(id).execute(db);
    const [before] = await its();
    expect(before).toMatchObject({ generic: 8, custom: 0 });
    const { rows } = await pool.query(
      "select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans",
    );
    expect(rows).toEqual([{ plans: 'auto', scans: 'on' }]);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
    await lot(1).execute(db);
    clock.mockRestore();
    const [after, ...more] = await its();
    expect(more).toEqual([]);
    expect(after).toMatchObject({ generic: 1, custom: 0 });
    expect(after?.prepared.getTime()).toBeGreaterThan(before?.prepared.getTime() ?? Infinity);
    await inTransaction(db, async (tx) => {
      await lot(1).execute(tx);
      const settings = await sql`select current_setting('enable_seqscan') as scans`.execute(tx);
      expect(settings.rows).toEqual([{ scans: 'on' }]);
    });
  });

  test('has such plans for several in one go, if all of them say so', async () => {
    const { db, pool } = database;
    const count = sql<{ lots: number }>`select count(*)::int as lots from lots where id > ${0}`;
    const some = sql<{ id: number }>`select id from lots where id < ${3} ${forAnyValues}`;
    const plans = sql<{
      plans: string;
    }>`select current_setting('plan_cache_mode') as plans where ${1} = 1 ${forAnyValues}`;
    const [found, its] = await together(db, [some.compile(db), plans.compile(db)]);
    expect(found).toEqual([{ id: 1 }]);
    expect(its).toEqual([{ plans: 'force_generic_plan' }]);
    const [, others] = await together(db, [count.compile(db), plans.compile(db)]);
    expect(others).toEqual([{ plans: 'auto' }]);
    const { rows } = await pool.query("select current_setting('plan_cache_mode') as plans");
    expect(rows).toEqual([{ plans: 'auto' }]);
  });

  test('keeps few of those with one plan for any values, the ones that were asked last', async () => {
    const { db, pool } = database;
    const statement = (n: number) =>
      sql<{ its: number }>`select ${n}::int as its, ${sql.lit(n)} ${forAnyValues}`;
    const ask = async (n: number) => expect((await statement(n).execute(db)).rows[0]?.its).toBe(n);
    await ask(0);
    for (let n = 1; n < 60; n += 1) {
      await ask(n);
      await ask(0);
    }
    const keptOfThese = async () => {
      const { rows } = await pool.query<{ count: number; first: boolean }>(
        `select count(*)::int as count, bool_or(statement like '%as its, 0 %') as first from pg_prepared_statements
           where statement like '%as its, %for any values%'`,
      );
      return rows;
    };
    expect(await keptOfThese()).toEqual([{ count: 40, first: true }]);
    for (const n of [1, 2, 3]) {
      const [first, other] = await together(db, [
        statement(0).compile(db),
        statement(n).compile(db),
      ]);
      expect([first[0]?.its, other[0]?.its]).toEqual([0, n]);
    }
    await together(db, [statement(61).compile(db), statement(62).compile(db)]);
    expect(await keptOfThese()).toEqual([{ count: 40, first: true }]);
  });

  test('keeps none where that is set', async () => {
    const url = await server!.createDatabase();
    const off = await openDatabase({ url, dataDir: '', connections: 1, keepsStatements: false });
    await next(1).execute(off.db);
    expect(await kept(off)).toEqual([]);
    await off.close();
  });
});

describe.runIf(server && findPgBouncer())('behind a pooler', () => {
  let pooler: Pooler;
  beforeAll(async () => {
    pooler = await startPgBouncer(server!.url, 1);
  });
  afterAll(() => pooler.stop());

  test('no statement is kept: another client may get the connection', async () => {
    const url = pooler.through(await server!.createDatabase());
    const copies = await Promise.all([1, 2].map(() => openDatabase({ url, dataDir: '' })));
    for (const value of [1, 2])
      for (const copy of copies) {
        const { rows } = await sql`select ${value}::int + 1 as next`.execute(copy.db);
        expect(rows).toEqual([{ next: value + 1 }]);
        const any = await sql`select ${value}::int as its ${forAnyValues}`.execute(copy.db);
        expect(any.rows).toEqual([{ its: value }]);
        expect(await kept(copy)).toEqual([]);
      }
    for (const copy of copies) await copy.close();
  });
});
