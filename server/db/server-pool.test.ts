import net from 'node:net';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { postgresServer } from '#test/database.ts';
import { openDatabase } from './open.ts';
import { openServerPool } from './server-pool.ts';
import { inTransaction, isUnavailable } from './transaction.ts';

const server = await postgresServer();
afterAll(() => server?.stop());

const unavailable = expect.toSatisfy(isUnavailable);

describe.runIf(server)('on a server', () => {
  test('that ends its connections, the shop lives on and is answered again', async () => {
    const { pool, close } = await openDatabase({ url: server!.url, dataDir: '' });
    // Caught before it happens: a rejection that nobody waits for yet would count as unhandled.
    const ended = pool.query('select pg_sleep(20)').catch((error: unknown) => error);
    const idle = await pool.connect();
    idle.release();
    const admin = openServerPool(server!.url, { connections: 1 });
    await expect
      .poll(
        async () =>
          (
            await admin.query(
              "select 1 from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'",
            )
          ).rowCount,
      )
      .toBe(1);
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    );
    expect(await ended).toEqual(unavailable);
    // The idle connection may carry one more query before its end is noticed: unavailable, then well again.
    const answer = () => pool.query('select 1 as one').then(({ rows }) => rows, isUnavailable);
    expect([true, [{ one: 1 }]]).toContainEqual(await answer());
    await expect.poll(answer).toEqual([{ one: 1 }]);
    await admin.end();
    await close();
  });

  test('that falls silent, a query fails in time and its connection is not used again', async () => {
    const proxy = await silenceableProxy(Number(new URL(server!.url).port));
    const url = server!.url.replace(/:\d+\//, `:${proxy.port}/`);
    const { db, pool, close } = await openDatabase({ url, dataDir: '' });
    pool.options.query_timeout = 300;
    await sql`select 1`.execute(db);
    proxy.fallSilent();
    // Through Kysely, which gives a connection back to the pool whatever happened on it.
    await expect(sql`select 1`.execute(db)).rejects.toEqual(unavailable);
    // The silent connection stays silent, as after a cut cable; only a new one works.
    expect((await sql`select 2 as two`.execute(db)).rows).toEqual([{ two: 2 }]);
    await close();
    proxy.close();
  });
});

test('a server that refuses is unavailable', async () => {
  const closed = net.createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as net.AddressInfo;
  closed.close();
  const { db, pool, close } = await openDatabase({
    url: `postgres://postgres@127.0.0.1:${port}/shop`,
    dataDir: '',
  });
  await expect(pool.query('select 1')).rejects.toEqual(unavailable);
  await expect(sql`select 1`.execute(db)).rejects.toEqual(unavailable);
  await expect(inTransaction(db, (tx) => sql`select 1`.execute(tx))).rejects.toEqual(unavailable);
  await close();
});

/** Passes bytes on to a port until it falls silent; connections from before then never say anything again. */
async function silenceableProxy(target: number) {
  const sockets = new Set<net.Socket>();
  const dead = new WeakSet<net.Socket>();
  const proxy = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
      from.on('data', (bytes) => void (dead.has(from) || to.write(bytes)));
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as net.AddressInfo).port,
    fallSilent: () => sockets.forEach((socket) => dead.add(socket)),
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
