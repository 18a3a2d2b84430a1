import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import type { Database } from './open.ts';
import { prepared, rowsOf } from './prepared.ts';
import { lastly, together } from './together.ts';
import { inTransaction } from './transaction.ts';

const stockOf = prepared(
  (_, { id }: { id: number }) => sql<{ stock: number }>`select stock from lots where id = ${id}`,
);
const lock = prepared(
  (_, { id }: { id: number }) =>
    sql<{ id: number }>`select id from lots where id = ${id} for update`,
);
const add = prepared(
  (_, { id, stock }: { id: number; stock: number }) =>
    sql<{
      stock: number;
    }>`update lots set stock = stock + ${stock} where id = ${id} returning stock`,
);

describe.each(engines)('statements in one go (%s)', (engine) => {
  let database: Pick<Database, 'db' | 'pool' | 'close'>;
  beforeAll(async () => {
    database = await databaseOn(engine);
    await sql`create table lots (id int primary key, stock int check (stock >= 0))`.execute(
      database.db,
    );
    await sql`insert into lots values (1, 5), (2, 5), (3, 0)`.execute(database.db);
  });
  afterAll(() => database.close());
  const stocks = async () =>
    (
      await sql<{ stock: number }>`select stock from lots order by id`.execute(database.db)
    ).rows.map(({ stock }) => stock);

  test('answer the rows of each, and are begun and committed like any', async () => {
    for (let time = 1; time < 3; time += 1) {
      const rows = await inTransaction(database.db, (tx) =>
        together(tx, [lock({ id: 1 }), add({ id: 1, stock: 1 }), stockOf({ id: 9 })]),
      );
      expect(rows).toEqual([[{ id: 1 }], [{ stock: 5 + time }], []]);
    }
    await inTransaction(database.db, async (tx) => {
      expect(await rowsOf(tx, stockOf({ id: 2 }))).toEqual([{ stock: 5 }]);
      const later = await together(tx, [add({ id: 2, stock: 2 }), stockOf({ id: 2 })]);
      expect(later).toEqual([[{ stock: 7 }], [{ stock: 7 }]]);
    });
    expect(await stocks()).toEqual([7, 7, 0]);
  });

  test('stop at one that fails, and roll back what was before it', async () => {
    const before = await stocks();
    const failing = inTransaction(database.db, (tx) =>
      together(tx, [add({ id: 1, stock: 1 }), add({ id: 3, stock: -1 }), add({ id: 2, stock: 1 })]),
    );
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    expect(await stocks()).toEqual(before);
    const unreadable = inTransaction(database.db, (tx) =>
      together(tx, [add({ id: 1, stock: 1 }), add({ id: 1, stock: 'x' as never })]),
    );
    await expect(unreadable).rejects.toMatchObject({ code: '22P02' });
    const soon = prepared((_, { id }: { id: number }) => sql`select from soon where id = ${id}`);
    const unknown = () =>
      inTransaction(database.db, (tx) => together(tx, [stockOf({ id: 1 }), soon({ id: 1 })]));
    await expect(unknown()).rejects.toMatchObject({ code: '42P01' });
    await sql`create table soon (id int)`.execute(database.db);
    expect(await unknown()).toEqual([[{ stock: before[0] }], []]);
    expect(await stocks()).toEqual(before);
  });

  test('the last one brings the commit along', async () => {
    const [one = 0] = await stocks();
    const answer = await inTransaction(database.db, async (tx) => {
      await rowsOf(tx, lock({ id: 1 }));
      const [[row]] = await lastly(tx, [add({ id: 1, stock: 3 })]);
      await expect(rowsOf(tx, stockOf({ id: 1 }))).rejects.toThrow('is over');
      return row;
    });
    expect(answer).toEqual({ stock: one + 3 });
    expect(
      await inTransaction(database.db, (tx) =>
        lastly(tx, [add({ id: 9, stock: 1 }), stockOf({ id: 3 })]),
      ),
    ).toEqual([[], [{ stock: 0 }]]);
    const idle = await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    );
    expect(idle.rowCount).toBe(0);
  });

  test('a last one that fails commits nothing', async () => {
    const before = await stocks();
    const failing = inTransaction(database.db, async (tx) => {
      await rowsOf(tx, add({ id: 1, stock: 1 }));
      await lastly(tx, [add({ id: 3, stock: -1 })]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    expect(await stocks()).toEqual(before);
    const first = inTransaction(database.db, (tx) => lastly(tx, [add({ id: 3, stock: -1 })]));
    await expect(first).rejects.toMatchObject({ code: '23514' });
    expect(await stocks()).toEqual(before);
    // After an error that was swallowed there is nothing to commit, and that is said.
    const swallowed = inTransaction(database.db, async (tx) => {
      await rowsOf(tx, add({ id: 3, stock: -1 })).catch(() => undefined);
      await lastly(tx, [add({ id: 1, stock: 1 })]);
    });
    await expect(swallowed).rejects.toMatchObject({ code: '25P02' });
    expect(await stocks()).toEqual(before);
  });

  test('outside a transaction all are committed, or none', async () => {
    const { db } = database;
    const [one = 0, two = 0] = await stocks();
    const reads = await together(db, [stockOf({ id: 1 }), stockOf({ id: 9 }), stockOf({ id: 2 })]);
    expect(reads).toEqual([[{ stock: one }], [], [{ stock: two }]]);
    const writes = await together(db, [add({ id: 1, stock: 1 }), stockOf({ id: 1 })]);
    expect(writes).toEqual([[{ stock: one + 1 }], [{ stock: one + 1 }]]);
    const failing = together(db, [
      stockOf({ id: 1 }),
      add({ id: 2, stock: 1 }),
      add({ id: 3, stock: -1 }),
    ]);
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    expect((await stocks()).slice(0, 2)).toEqual([one + 1, two]);
  });

  // The embedded engine has one connection: nobody else commits meanwhile.
  if (engine === 'embedded') return;

  test('each sees what was committed before it began', async () => {
    const { db, pool } = database;
    await sql`create function await_lot(wanted int) returns void language plpgsql as $$
      begin
        while not exists (select from lots where id = wanted) loop perform pg_sleep(0.01); end loop;
      end $$`.execute(db);
    const awaiting = sql`select from await_lot(${4})`.compile(db);
    const sum = sql<{
      sum: number;
    }>`select sum(stock)::int from lots where id in (3, ${4})`.compile(db);
    const waiting = inTransaction(db, (tx) => together(tx, [awaiting, sum]));
    const active =
      "select from pg_stat_activity where query like '%await_lot%' and state = 'active'";
    await expect.poll(async () => (await pool.query(active)).rowCount).toBeGreaterThan(1);
    // The statement that sums was sent before this row was there.
    await pool.query('insert into lots values (4, 2)');
    expect((await waiting)[1]).toEqual([{ sum: 2 }]);
  });
});
