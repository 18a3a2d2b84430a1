import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { migrate } from '#server/db/migrate.ts';
import { returnStock, takeStock } from './store.ts';
import type { Database } from '#server/shop.ts';
import { findPostgres, freshDatabase, postgresServer, temporaryFolder } from '#test/database.ts';
import { samplePart } from '#test/samples.ts';

const engines = ['embedded', ...(findPostgres() === undefined ? [] : ['server'])] as const;

describe.each(engines)('stock (%s)', (engine) => {
  let db: Database;
  let disc: string;
  let other: string;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = engine === 'embedded' ? await freshDatabase() : await serverDatabase();
    closers.push(() => database.close());
    db = database.db;
  });
  beforeEach(async () => {
    [disc, other] = [
      await samplePart(db, { inStock: 1000 }),
      await samplePart(db, { inStock: 1000 }),
    ];
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  async function serverDatabase() {
    const server = await postgresServer();
    if (!server) throw new Error('PostgreSQL was found, but does not start.');
    closers.push(() => server.stop());
    const database = await openDatabase({
      url: await server.createDatabase(),
      dataDir: temporaryFolder('stock'),
    });
    await migrate(database.db);
    return database;
  }

  const stockOf = async (id: string) =>
    (await db.selectFrom('parts').select('in_stock').where('id', '=', id).executeTakeFirstOrThrow())
      .in_stock;

  it('is taken to the last piece, and not one further', async () => {
    expect(await takeStock(db, disc, 1000)).toMatchObject({ id: disc, in_stock: 0 });
    expect(await takeStock(db, disc, 1)).toBeUndefined();
    expect([await stockOf(disc), await stockOf(other)]).toEqual([0, 1000]);
  });

  it('of a part that was taken out of the shop is not sold', async () => {
    await db.updateTable('parts').set({ archived_at: new Date() }).where('id', '=', disc).execute();
    expect(await takeStock(db, disc, 100)).toBeUndefined();
    expect(await stockOf(disc)).toBe(1000);
  });

  it('comes back to its own part only', async () => {
    await takeStock(db, disc, 300);
    await returnStock(db, disc, 200);
    expect([await stockOf(disc), await stockOf(other)]).toEqual([900, 1000]);
  });

  it('is sold once: two hundred takers of the last seventeen lots are seventeen', async () => {
    const lots = await samplePart(db, { inStock: 1700 });
    const taken = await Promise.all(Array.from({ length: 200 }, () => takeStock(db, lots, 100)));
    expect(taken.filter(Boolean)).toHaveLength(17);
    expect(await stockOf(lots)).toBe(0);
  });
});
