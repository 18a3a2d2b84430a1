import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyFolder, freshDataDir, postgresServer, temporaryFolder } from '#test/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { migrate } from '#server/db/migrate.ts';
import { clearMoved, findMovedAt } from '#server/db/shop-facts.ts';
import { homeOf } from '#server/db/database-home.ts';
import { recordDatabaseUse } from './database-use.ts';

const server = await postgresServer();
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  await server?.stop();
});

async function homeAt(dataDir: string, url?: string): Promise<string | undefined> {
  const database = await openDatabase({ dataDir, url, relaxedSync: true });
  try {
    return await homeOf(database, dataDir);
  } finally {
    await database.close();
  }
}

test('an embedded database stays at home when it is opened again or its folder is renamed, and its copy is not', async () => {
  const first = await freshDataDir();
  const [renamed, copied] = [path.join(temporaryFolder('home'), 'shop'), temporaryFolder('home')];
  folders.push(path.dirname(renamed), copied);
  const home = await homeAt(first);
  expect(home).toMatch(/^file \d+ \d+$/);
  expect(await homeAt(first)).toBe(home);
  renameSync(first, renamed);
  expect(await homeAt(renamed)).toBe(home);
  copyFolder(renamed, copied);
  expect(await homeAt(copied)).not.toBe(home);
});

test.each(server === undefined ? [] : [server])(
  'on a server a database stays at home, and another of the same cluster is elsewhere',
  async ({ createDatabase }) => {
    const [one, other] = [await createDatabase(), await createDatabase()];
    const home = await homeAt('', one);
    expect(home).toMatch(/^cluster \d+ \d+ \d+$/);
    expect([(await homeAt('', one)) === home, (await homeAt('', other)) === home]).toEqual([
      true,
      false,
    ]);
  },
);

test('a database that is not where it was is held back until an operator declares it the only one', async () => {
  const dataDir = await freshDataDir();
  folders.push(dataDir);
  const { db, close } = await openDatabase({ dataDir, relaxedSync: true });
  await migrate(db);
  const now = new Date('2026-11-22T09:00:00.000Z');
  const openAt = (home: string | undefined, paymentMark = 'first') =>
    recordDatabaseUse(db, { mode: 'demo', cardAccount: 'sandbox' }, { home, paymentMark, now });
  expect(await openAt('here')).toEqual({ paymentMark: 'first', movedAt: undefined });
  // An empty shop has nothing to lose.
  expect(await openAt('there')).toEqual({ paymentMark: 'first', movedAt: undefined });
  await db
    .insertInto('users')
    .values({
      id: '11111111-1111-4111-8111-111111111111',
      issuer: 'x',
      subject: 'x',
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada',
      role: null,
      created_at: now,
      updated_at: now,
      replaced_at: null,
    })
    .execute();
  // Another secret does not change the mark: with it the shop would not know its own payments.
  expect(await openAt('there', 'second')).toEqual({ paymentMark: 'first', movedAt: undefined });
  expect(await openAt(undefined)).toEqual({ paymentMark: 'first', movedAt: undefined });
  expect(await openAt('elsewhere')).toEqual({ paymentMark: 'first', movedAt: now });
  expect(await openAt('elsewhere')).toEqual({ paymentMark: 'first', movedAt: now });
  expect([await clearMoved(db), await clearMoved(db)]).toEqual([true, false]);
  expect(await openAt('elsewhere')).toEqual({ paymentMark: 'first', movedAt: undefined });
  expect(await findMovedAt(db)).toBeUndefined();
  await close();
});
