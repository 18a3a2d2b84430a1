import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { migrate, migrationsPending } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { openServerPool } from '#server/db/server-pool.ts';
import { postgresServer, type PostgresServer, temporaryFolder } from '#test/database.ts';
import { migrationsUpTo } from '#test/migration-folder.ts';
import { offerOfOlderCopy, olderCopyKnows } from '#test/older-copy.ts';
import { type Pooler, startPgBouncer } from '#test/pgbouncer.ts';
import { type Extent, type Outcome, seconds, until } from './row.ts';
import { type ShopProcess, startShopProcess } from './shop-process.ts';

const copies = 5;
/** Fewer than the copies have, so that they share them. */
const connections = 4;
const busyClients = 8;
/** Only the long form holds the time: the short one runs on machines that are busy with other tests. */
const allServeMs = 30_000;

interface Scene {
  readonly server: PostgresServer;
  readonly pooler: Pooler;
  readonly folder: string;
  /** The migrations of the version before. */
  readonly older: URL;
}

/** Five copies start at once behind PgBouncer in transaction mode, on an older database, while others use all of its connections. */
export async function startBehindPooler({ long }: Extent): Promise<Outcome> {
  const server = await postgresServer();
  if (server === undefined) throw new Error('This machine has no PostgreSQL server.');
  const pooler = await startPgBouncer(server.url, connections);
  const folder = temporaryFolder('pooler');
  const scene = { server, pooler, folder, older: migrationsUpTo(folder, olderCopyKnows) };
  try {
    const took: number[] = [];
    for (let round = 0; round < (long ? 20 : 1); round += 1) took.push(await startAll(scene));
    const times = took
      .toSorted((one, other) => one - other)
      .map(seconds)
      .join(', ');
    if (long) assert.ok(Math.max(...took) <= allServeMs, `all serve, but after ${times}`);
    return {
      figure: `${took.length} of ${took.length} times all ${copies} copies serve, after ${times}`,
    };
  } finally {
    await pooler.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Answers how long it took until the last copy served. */
async function startAll({ server, pooler, folder, older }: Scene): Promise<number> {
  const direct = await server.createDatabase();
  const through = pooler.through(direct);
  const { db, close } = await openDatabase({ url: direct, dataDir: '' });
  await migrate(db, older);
  // Without a part the demo would be loaded.
  await offerOfOlderCopy(db);
  const quiet = await keepBusy(through);
  const shops: ShopProcess[] = [];
  try {
    const since = performance.now();
    const start = async (copy: number): Promise<void> => {
      const shop = await startShopProcess({
        dataDir: path.join(folder, `copy-${copy}`),
        databaseUrl: through,
        env: { IDENTITY_SECRET: 'the same secret for all of the copies' },
      });
      shops.push(shop);
      await until(() => serves(shop), { what: `copy ${copy} serves`, ms: 60_000 });
    };
    await Promise.all(Array.from({ length: copies }, (_, copy) => start(copy)));
    const took = performance.now() - since;
    assert.deepEqual(await migrationsPending(db), []);
    return took;
  } finally {
    await Promise.all(shops.map((shop) => shop.end('SIGKILL')));
    await quiet();
    await close();
  }
}

async function serves({ address }: ShopProcess): Promise<boolean> {
  const [ready, parts] = await Promise.all(
    ['/readyz', '/api/parts'].map((place) => fetch(`${address}${place}`)),
  );
  return ready?.status === 200 && parts?.status === 200;
}

/** More clients than the pooler has connections, each with a statement of a tenth of a second after the other. */
async function keepBusy(url: string): Promise<() => Promise<void>> {
  const pool = openServerPool(url, { connections: busyClients });
  let isOpen = true;
  const work = Promise.all(
    Array.from({ length: busyClients }, async () => {
      while (isOpen) await pool.query('select pg_sleep(0.1)');
    }),
  );
  return async () => {
    isOpen = false;
    await work;
    await pool.end();
  };
}
