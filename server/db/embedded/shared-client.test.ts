import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { forAnyValues } from '#server/db/any-values.ts';
import type { Database } from '#server/db/open.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import { together } from '#server/db/together.ts';
import { freshDatabase } from '#test/database.ts';
import { EngineThread } from './engine-thread.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 60_000 });

let database: Pick<Database, 'db' | 'pool' | 'close'>;
beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table lots (id int primary key, stock int)`.execute(database.db);
}, 60_000);
beforeEach(() => sql`truncate lots`.execute(database.db));
afterAll(() => database.close());

const numbers = Array.from({ length: 8 }, (_, at) => at);
const double = (n: number) =>
  sql<{ twice: number }>`select 2 * ${n}::int as twice`.execute(database.db);
const twice = (n: number) => [{ twice: 2 * n }];

test('statements are with the engine before the first of them is answered', async () => {
  await double(0);
  const { answer } = EngineThread.prototype;
  let atOnce = 0;
  let most = 0;
  const counted = vi.spyOn(EngineThread.prototype, 'answer');
  counted.mockImplementation(async function (this: EngineThread, batch) {
    most = Math.max(most, (atOnce += 1));
    return answer.call(this, batch).finally(() => (atOnce -= 1));
  });
  const answers = await Promise.all(numbers.map(double));
  counted.mockRestore();
  expect(answers.map(({ rows }) => rows)).toEqual(numbers.map(twice));
  expect(most).toBe(numbers.length);
});

test('one that fails is answered alone, in whatever place it stands', async () => {
  const ratio = (n: number) =>
    sql<{ ratio: number }>`select 6 / ${n}::int as ratio`.execute(database.db);
  const answers = await Promise.allSettled([3, 0, 2, 0, 1].map(ratio));
  expect(
    answers.map((one) => (one.status === 'fulfilled' ? one.value.rows[0]?.ratio : one.reason.code)),
  ).toEqual([2, '22012', 3, '22012', 6]);
});

test('a statement that others were about to make known is answered though they failed', async () => {
  const divide = prepared(
    (_, { by }: { by: number }) => sql<{ ratio: number }>`select 6 / ${by}::int as ratio`,
  );
  const stockOf = prepared(
    (_, { id }: { id: number }) => sql<{ stock: number }>`select stock from lots where id = ${id}`,
  );
  await sql`insert into lots values (1, 5)`.execute(database.db);
  const [failed, ...answers] = await Promise.allSettled([
    together(database.db, [divide({ by: 0 }), stockOf({ id: 1 })]),
    rowsOf(database.db, stockOf({ id: 1 })),
    rowsOf(database.db, stockOf({ id: 1 })),
  ]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(answers).toEqual(answers.map(() => ({ status: 'fulfilled', value: [{ stock: 5 }] })));
  expect(await rowsOf(database.db, stockOf({ id: 1 }))).toEqual([{ stock: 5 }]);
});

test('one whose plan is renewed is kept once, however many ask for it at once', async () => {
  const triple = (n: number) =>
    sql<{ thrice: number }>`select 3 * ${n}::int as thrice ${forAnyValues}`.execute(database.db);
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(numbers.map(triple));
    expect(answers.map(({ rows }) => rows)).toEqual(numbers.map((n) => [{ thrice: 3 * n }]));
  }
  const kept = await database.pool.query(
    "select from pg_prepared_statements where statement like '%as thrice%'",
  );
  expect(kept.rowCount).toBe(1);
});

test('several in one go have plans for any values if all of them say so', async () => {
  const { db } = database;
  const plans = sql<{
    plans: string;
  }>`select current_setting('plan_cache_mode') as plans where ${1}::int = 1 ${forAnyValues}`;
  const count = sql<{ lots: number }>`select count(*)::int as lots from lots where id > ${0}`;
  const [any] = await together(db, [plans.compile(db), plans.compile(db)]);
  expect(any).toEqual([{ plans: 'force_generic_plan' }]);
  const [, beside] = await together(db, [count.compile(db), plans.compile(db)]);
  expect(beside).toEqual([{ plans: 'auto' }]);
});

test('a transaction comes before statements that are asked after it, though those never end', async () => {
  let isOver = false;
  const readers = numbers.map(async (n) => {
    while (!isOver) await double(n);
  });
  await double(1);
  const { rows } = await database.db
    .transaction()
    .execute((tx) => sql<{ id: number }>`insert into lots values (1, 5) returning id`.execute(tx))
    .finally(() => (isOver = true));
  expect(rows).toEqual([{ id: 1 }]);
  await Promise.all(readers);
});

test('what is asked outside a transaction is no part of it, and waits for its end', async () => {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const failing = database.db.transaction().execute(async (tx) => {
    await sql`insert into lots values (1, 5)`.execute(tx);
    begun.resolve();
    await goOn.promise;
    throw new Error('given up');
  });
  await begun.promise;
  const outside = numbers.map((n) =>
    sql`insert into lots values (${n + 1}, 1)`.execute(database.db),
  );
  const counted = sql<{ n: number }>`select count(*)::int as n from lots where stock = 5`.execute(
    database.db,
  );
  goOn.resolve();
  await expect(failing).rejects.toThrow('given up');
  await Promise.all(outside);
  expect((await counted).rows).toEqual([{ n: 0 }]);
});
