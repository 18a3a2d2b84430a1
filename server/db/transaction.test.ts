import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, postgresServer } from '#test/database.ts';
import { type Database, openDatabase } from './open.ts';
import { inTransaction, isUnavailable } from './transaction.ts';

const server = await postgresServer();
afterAll(() => server?.stop());

const failure = (code: string) => Object.assign(new Error('broken off'), { code });

describe('a transaction', () => {
  let database: Omit<Database, 'engine'>;
  beforeAll(async () => {
    database = await freshDatabase();
    await database.pool.query('create table notes (note text)');
  });
  afterAll(() => database.close());
  const notes = async () =>
    (await database.pool.query<{ note: string }>('select note from notes')).rows.map(
      ({ note }) => note,
    );

  test.each(['40001', '40P01'])(
    'broken off with %s is run again from the start, and only the last run counts',
    async (code) => {
      await database.pool.query('truncate notes');
      let runs = 0;
      const answer = await inTransaction(database.db, async (transaction) => {
        runs += 1;
        await sql`insert into notes values (${`run ${runs}`})`.execute(transaction);
        if (runs < 3) throw failure(code);
        return 'done';
      });
      expect(answer).toBe('done');
      expect(await notes()).toEqual(['run 3']);
    },
  );

  test('that never succeeds is given up after five runs and leaves nothing', async () => {
    await database.pool.query('truncate notes');
    let runs = 0;
    const always = inTransaction(database.db, async (transaction) => {
      runs += 1;
      await sql`insert into notes values ('tried')`.execute(transaction);
      throw failure('40001');
    });
    await expect(always).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(5);
    expect(await notes()).toEqual([]);
  });

  test('that fails for a reason of its own is not run again', async () => {
    let runs = 0;
    const failing = inTransaction(database.db, async (transaction) => {
      runs += 1;
      await sql`select 1 / 0`.execute(transaction);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(runs).toBe(1);
  });

  test('inside a transaction takes part in it', async () => {
    await database.pool.query('truncate notes');
    const outer = inTransaction(database.db, async (transaction) => {
      await inTransaction(transaction, (inner) =>
        sql`insert into notes values ('inner')`.execute(inner),
      );
      throw new Error('the outer one fails');
    });
    await expect(outer).rejects.toThrow('the outer one fails');
    expect(await notes()).toEqual([]);
  });
});

test.runIf(server)(
  'two transactions that lock each other out both succeed in the end',
  async () => {
    const { db, pool, close } = await openDatabase({ url: server!.url, dataDir: '' });
    await pool.query(
      'create table lots (id int primary key, stock int); insert into lots values (1, 0), (2, 0)',
    );
    await pool.query("alter system set deadlock_timeout = '50ms'");
    await pool.query('select pg_reload_conf()');
    let [runs, locks] = [0, 0];
    const bothHold = Promise.withResolvers<void>();
    const addTo = (first: number, second: number) =>
      inTransaction(db, async (transaction) => {
        runs += 1;
        await sql`update lots set stock = stock + 1 where id = ${first}`.execute(transaction);
        locks += 1;
        if (locks === 2) bothHold.resolve();
        await bothHold.promise;
        await sql`update lots set stock = stock + 1 where id = ${second}`.execute(transaction);
      });
    await Promise.all([addTo(1, 2), addTo(2, 1)]);
    expect((await pool.query('select stock from lots')).rows).toEqual([{ stock: 2 }, { stock: 2 }]);
    expect(runs).toBeGreaterThan(2);
    await close();
  },
);

describe('an error means that the database is unavailable', () => {
  test.each([
    '08006',
    '53100',
    '53300',
    '57P01',
    '57P03',
    '58030',
    '57014',
    '25006',
    '25P03',
    '55P03',
    '40001',
    '40P01',
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
  ])('with code %s', (code) => {
    expect(isUnavailable(failure(code))).toBe(true);
  });

  test.each(['23505', '22P02', '42P01', '54001', 'ENOENT'])('but not with code %s', (code) =>
    expect(isUnavailable(failure(code))).toBe(false),
  );

  test('but not for anything else', () => {
    expect(isUnavailable(new Error('a mistake'))).toBe(false);
    expect(isUnavailable(undefined)).toBe(false);
    expect(isUnavailable('08006')).toBe(false);
  });
});
