import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openServerPool } from '#server/db/server-pool.ts';
import { freshDatabase, postgresServer, type PostgresServer } from '#test/database.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 60_000 });

const server: PostgresServer | undefined = await postgresServer();
afterAll(() => server?.stop());

interface Home {
  pool: pg.Pool;
  close(): Promise<void>;
}

function openServer(url: string): Home {
  const pool = openServerPool(url, { connections: 10 });
  return { pool, close: () => pool.end() };
}

const embedded = { name: 'embedded', open: (): Promise<Home> => freshDatabase() };
const homes = server
  ? [embedded, { name: 'server', open: () => Promise.resolve(openServer(server.url)) }]
  : [embedded];

const state = (code: string) => expect.objectContaining({ code });

// The same expectations on both homes: the embedded one has to behave as a server does.
describe.each(homes)('the wire protocol ($name)', ({ open }) => {
  let home: Home;
  let pool: pg.Pool;
  beforeAll(async () => {
    home = await open();
    pool = home.pool;
    await pool.query(
      'create table lots (id int primary key, stock bigint not null check (stock >= 0), note text)',
    );
  });
  afterEach(() => pool.query('truncate lots'));
  afterAll(() => home.close());

  test('an error of every kind comes with its SQLSTATE and leaves the connection usable', async () => {
    await expect(pool.query('selekt')).rejects.toEqual(state('42601'));
    await expect(pool.query('select 1 / 0')).rejects.toEqual(state('22012'));
    await expect(pool.query('select 1 / $1::int', [0])).rejects.toEqual(state('22012'));
    await expect(pool.query('select * from nowhere where a = $1', [1])).rejects.toEqual(
      state('42P01'),
    );
    await expect(pool.query('select $1::int', ['twelve'])).rejects.toEqual(state('22P02'));
    await expect(pool.query('insert into lots values (1, $1, null)', [-1])).rejects.toMatchObject({
      code: '23514',
      constraint: 'lots_stock_check',
    });
    await expect(pool.query('select 1; select 1 / 0; select 2')).rejects.toEqual(state('22012'));
    expect((await pool.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }]);
  });

  test('fifty failed parameterised queries in a row are followed by fifty good answers, each its own', async () => {
    for (let round = 0; round < 50; round += 1) {
      await expect(pool.query('select $1::int / 0', [round])).rejects.toEqual(state('22012'));
      expect((await pool.query('select $1::int as round', [round])).rows).toEqual([{ round }]);
    }
  });

  test('a second row with the same key is refused by name', async () => {
    await pool.query('insert into lots values ($1, $2, $3)', [7, 100, 'first']);
    await expect(
      pool.query('insert into lots values ($1, $2, $3)', [7, 200, 'second']),
    ).rejects.toMatchObject({
      code: '23505',
      constraint: 'lots_pkey',
      table: 'lots',
    });
    expect((await pool.query('select * from lots')).rows).toEqual([
      { id: 7, stock: 100, note: 'first' },
    ]);
  });

  test('an aborted transaction refuses further work, and committing it rolls it back', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into lots values (1, 1, null)');
    await expect(client.query('insert into lots values ($1, 1, null)', [1])).rejects.toEqual(
      state('23505'),
    );
    await expect(client.query('select 1')).rejects.toEqual(state('25P02'));
    expect((await client.query('commit')).command).toBe('ROLLBACK');
    client.release();
    expect((await pool.query('select count(*) as lots from lots')).rows).toEqual([{ lots: 0 }]);
  });

  test('a savepoint saves what came before it', async () => {
    const client = await pool.connect();
    await client.query('begin; insert into lots values (1, 1, null); savepoint here');
    await expect(client.query('insert into lots values ($1, 1, null)', [1])).rejects.toEqual(
      state('23505'),
    );
    await client.query('rollback to savepoint here');
    expect((await client.query('commit')).command).toBe('COMMIT');
    client.release();
    expect((await pool.query('select id from lots')).rows).toEqual([{ id: 1 }]);
  });

  test('named statements are prepared once and used many times, also after one of them failed', async () => {
    const client = await pool.connect();
    const twice = (value: string) =>
      client.query({ name: 'twice', text: 'select 2 * $1::int as twice', values: [value] });
    expect((await twice('1')).rows).toEqual([{ twice: 2 }]);
    await expect(twice('x')).rejects.toEqual(state('22P02'));
    expect((await twice('4')).rows).toEqual([{ twice: 8 }]);
    expect(
      (
        await client.query(
          "select count(*) as prepared from pg_prepared_statements where name = 'twice'",
        )
      ).rows,
    ).toEqual([{ prepared: 1 }]);
    client.release();
  });

  test('rows can be fetched in portions', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('declare portions cursor for select i from generate_series(1, 25) i');
    const rows: number[] = [];
    for (let portion = 0; portion < 3; portion += 1)
      for (const { i } of (await client.query<{ i: number }>('fetch 10 from portions')).rows)
        rows.push(i);
    await client.query('commit');
    client.release();
    expect(rows).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
  });

  test('a parameter of five megabytes arrives whole and comes back whole', async () => {
    const text = 'bremsscheibe ü € 🚗 '.repeat(200_000);
    expect(Buffer.byteLength(text)).toBeGreaterThanOrEqual(5_000_000);
    const { rows } = await pool.query<{ back: string; bytes: number }>(
      'select $1::text as back, octet_length($1::text) as bytes',
      [text],
    );
    expect(rows[0]?.bytes).toBe(Buffer.byteLength(text));
    expect(rows[0]?.back === text).toBe(true);
  });

  test('a hundred thousand rows arrive in order', async () => {
    const { rows } = await pool.query<{ i: number }>(
      "select i, repeat('x', $1) as filling from generate_series(1, 100000) i",
      [20],
    );
    expect(rows).toHaveLength(100_000);
    expect(rows.every(({ i }, at) => i === at + 1)).toBe(true);
  });

  test('queries sent without waiting are answered in order', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        pool.query<{ at: number }>('select $1::int as at', [at]),
      ),
    );
    expect(answers.map(({ rows }) => rows[0]?.at)).toEqual(
      Array.from({ length: 200 }, (_, at) => at),
    );
  });

  test('copying in from the client is refused and harms nothing', async () => {
    await expect(pool.query('copy lots from stdin')).rejects.toEqual(state('57014'));
    await expect(
      pool.query("select 'copy lots from stdin' as text, $1::int / 0", [1]),
    ).rejects.toEqual(state('22012'));
    expect((await pool.query("select 'from stdin' as text")).rows).toEqual([
      { text: 'from stdin' },
    ]);
    expect((await pool.query("select 'from stdin' as text where $1", [true])).rows).toEqual([
      { text: 'from stdin' },
    ]);
  });

  test('nesting too deep for the stack is an error and not the end', async () => {
    await expect(pool.query(`select ${'1+'.repeat(30_000)}1`)).rejects.toEqual(state('54001'));
    await expect(
      pool.query('select $1::jsonb', ['['.repeat(300_000) + ']'.repeat(300_000)]),
    ).rejects.toEqual(state('54001'));
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('eight-byte integers are numbers, times are dates, nulls are nulls', async () => {
    const { rows } = await pool.query(
      "select 99999999::int8 as cents, timestamptz '2022-03-04 05:06:07.089Z' as at, null::text as nothing",
    );
    expect(rows).toEqual([
      { cents: 99_999_999, at: new Date('2022-03-04T05:06:07.089Z'), nothing: null },
    ]);
  });

  test('a new connection finds nothing of the last one: no transaction, setting, statement or temporary table', async () => {
    const first = await pool.connect();
    await first.query({ name: 'left', text: 'select 1' });
    await first.query("set timezone = 'Asia/Tokyo'; create temporary table left_over (id int)");
    await first.query('begin; insert into lots values (99, 1, null)');
    first.release(true);
    const second = await pool.connect();
    expect((await second.query('select count(*) as lots from lots')).rows).toEqual([{ lots: 0 }]);
    expect(
      (await second.query("select current_setting('timezone') <> 'Asia/Tokyo' as fresh")).rows,
    ).toEqual([{ fresh: true }]);
    expect((await second.query("select to_regclass('left_over') as table")).rows).toEqual([
      { table: null },
    ]);
    await second.query({ name: 'left', text: 'select 2' });
    second.release();
  });
});

test('while eight callers keep the embedded database busy, the thread that serves pages does little of the work', async () => {
  const { pool, close } = await freshDatabase();
  const busyUntil = performance.now() + 800;
  const caller = async (): Promise<void> => {
    while (performance.now() < busyUntil)
      await pool.query('select count(*) from generate_series(1, 100000)');
  };
  // Processor time, not milliseconds of delay: those depend on what else the machine is doing.
  const [process1, thread1] = [process.cpuUsage(), process.threadCpuUsage()];
  await Promise.all(Array.from({ length: 8 }, caller));
  const [all, ours] = [process.cpuUsage(process1), process.threadCpuUsage(thread1)];
  await close();
  expect((ours.user + ours.system) / (all.user + all.system)).toBeLessThan(0.3);
});

test('while a long query runs, timers fire', async () => {
  const { pool, close } = await freshDatabase();
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 10);
  const asked = performance.now();
  await pool.query('select count(*) from generate_series(1, 1500000)');
  const tookMs = performance.now() - asked;
  clearInterval(ticking);
  await sleep(0);
  await close();
  expect(ticks).toBeGreaterThan(tookMs / 40);
});

test('asking for a second connection inside the only one fails loudly instead of hanging', async () => {
  const { pool, close } = await freshDatabase();
  pool.options.connectionTimeoutMillis = 200;
  const only = await pool.connect();
  await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
  only.release();
  await close();
});
