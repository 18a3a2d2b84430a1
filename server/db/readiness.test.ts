import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { postgresServer } from '#test/database.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';

vi.setConfig({ testTimeout: 60_000 });

const server = await postgresServer();
afterAll(() => server?.stop());

describe.runIf(server)('a load balancer', () => {
  let database: Database;
  let shop: TestShop;
  beforeAll(async () => {
    database = await openDatabase({
      url: await server!.createDatabase(),
      dataDir: '',
      connections: 10,
    });
    await migrate(database.db);
    shop = await startShop({ database, logLevel: 'info' });
  });
  afterAll(() => shop.close());
  /** What the log says of readiness since the last time, by message and reason. */
  const said = () =>
    shop.logged
      .splice(0)
      .map((line) => JSON.parse(line) as { msg: string; why?: string })
      .filter(({ msg }) => /ready/.test(msg))
      .map(({ msg, why }) => (why === undefined ? msg : `${msg}: ${why}`));
  const ready = async () => (await shop.request('GET', '/readyz')).status;

  test('is told yes while all connections of the pool are in use', async () => {
    const held = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()));
    const answered = await ready();
    for (const client of held) client.release();
    expect(answered).toBe(200);
    expect(said()).toEqual([]);
  });

  test('is told no by a shop whose database takes no writes, and buyers to try again', async () => {
    const partId = await samplePart(shop.db, {});
    const ada = await shop.person('Ada');
    const makeReadOnly = async (value: 'on' | 'off') => {
      const client = await database.pool.connect();
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter system set default_transaction_read_only = ${value}`);
      await client.query('select pg_reload_conf()');
      client.release(true);
      await expect.poll(ready, { timeout: 20_000 }).toBe(value === 'on' ? 503 : 200);
    };
    await makeReadOnly('on');
    const body = { productId: partId, quantity: 200, address: '12 Dock Road', phone: '1234567' };
    const order = { as: ada, body };
    expect(await shop.request('POST', '/api/orders', order)).toMatchObject({
      status: 503,
      body: { error: 'unavailable' },
      headers: { 'retry-after': '2' },
    });
    expect((await shop.request('GET', '/api/parts')).status).toBe(200);
    for (let probe = 0; probe < 3; probe += 1) expect(await ready()).toBe(503);
    expect(said()).toEqual(['not ready: the database takes no writes']);
    await makeReadOnly('off');
    expect(said()).toEqual(['ready again']);
    expect((await shop.request('POST', '/api/orders', order)).status).toBe(201);
  });

  test('is told no while a migration is missing, and the log which', async () => {
    const { db } = database;
    await sql`create table last_migration as select * from kysely_migration order by name desc limit 1`.execute(
      db,
    );
    const { rows } = await sql<{ name: string }>`
      delete from kysely_migration where name in (select name from last_migration) returning name`.execute(
      db,
    );
    await expect.poll(ready, { timeout: 20_000 }).toBe(503);
    expect(said()).toEqual([`not ready: the database lacks ${rows[0]?.name}`]);
    await sql`insert into kysely_migration select * from last_migration`.execute(db);
    await sql`drop table last_migration`.execute(db);
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    expect(said()).toEqual(['ready again']);
  });

  test('is told no while the database is gone, and yes when it is back', async () => {
    server!.signal('SIGKILL');
    await expect.poll(ready, { timeout: 20_000 }).toBe(503);
    for (let probe = 0; probe < 3; probe += 1) expect(await ready()).toBe(503);
    expect(said()).toEqual(['not ready: the database does not answer']);
    await server!.restart();
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    expect(said()).toEqual(['ready again']);
  });
});
