import { rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { readArchive } from '#server/backup/read-archive.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { openSnapshot } from '#server/db/snapshot.ts';
import type { Database as Db } from '#server/shop.ts';
import { backup, passphrase, restore } from './backup-programs.ts';
import { freshDataDir, oddFormats, postgresServer, temporaryFolder } from './database.ts';
import { expectHealth, fillShop } from '#test/faults/check-books.ts';
import { Market } from '#test/faults/buyers.ts';
import { randomFrom, until } from '#test/faults/row.ts';
import { type Home, type ShopProcess, startShopProcess } from '#test/faults/shop-process.ts';
import { runningClock, startShop } from './harness.ts';

// Whole programs, several after another; on a machine whose cores are all taken that lasts.
vi.setConfig({ testTimeout: 300_000 });

const server = await postgresServer();
const folders: string[] = [];
afterAll(async () => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
  await server?.stop();
});

function folder(name: string): string {
  const made = temporaryFolder(name);
  folders.push(made);
  return made;
}

async function embeddedHome(): Promise<Home> {
  const dataDir = await freshDataDir();
  folders.push(dataDir);
  return { dataDir };
}

async function serverHome(settings: Readonly<Record<string, string>> = {}): Promise<Home> {
  const databaseUrl = await server?.createDatabase(settings);
  if (databaseUrl === undefined) throw new Error('This machine has no PostgreSQL server.');
  return { dataDir: folder('data'), databaseUrl };
}

const open = ({ dataDir, databaseUrl: url }: Home): Promise<Database> =>
  openDatabase({ dataDir, ...(url === undefined ? {} : { url }) });

const account = { email: 'drill@example.com', password: 'nine-gearbox-housings' };

/** A browser's request to the identity service; answers the status, the cookies and the body. */
async function identity({ address }: ShopProcess, place: string, sent: object | string) {
  const isCookie = typeof sent === 'string';
  const origin = address.replace('127.0.0.1', 'localhost');
  const answer = await fetch(`${address}/api/identity/${place}`, {
    ...(isCookie ? {} : { method: 'POST', body: JSON.stringify(sent) }),
    headers: { origin, ...(isCookie ? { cookie: sent } : { 'content-type': 'application/json' }) },
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { status: answer.status, cookie, body: (await answer.json()) as { token?: string } };
}

/** Uploads a picture as an admin; answers its address. */
async function uploadPicture({ address }: ShopProcess, token: string): Promise<string> {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  const made = sharp({
    create: { width: 700, height: 500, channels: 3, noise, background: 'red' },
  });
  const form = new FormData();
  form.append('image', new Blob([Uint8Array.from(await made.png().toBuffer())]), 'disc.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/api/images`, { method: 'POST', headers, body: form });
  const { data } = (await answer.json()) as { data: { url: string } };
  return data.url;
}

const picture = async ({ address }: ShopProcess, url: string): Promise<Buffer> => {
  const answer = await fetch(`${address}${url}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

/** Every table's digest, as the database itself computes it; what a restore notes down in `shop_facts` is another thing. */
async function digestsOf(home: Home): Promise<Map<string, string>> {
  const database = await open(home);
  const snapshot = await openSnapshot(database);
  const digests = new Map<string, string>();
  for (const table of snapshot?.tables ?? []) {
    const { rows, checksum } = (await snapshot?.digest(table)) ?? {};
    if (table.name !== 'public.shop_facts') digests.set(table.name, `${rows} ${checksum}`);
  }
  snapshot?.close();
  await database.close();
  return digests;
}

/** The digests that stand in the backup, where the database wrote them in the snapshot. */
async function digestsIn(file: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  await readArchive(file, passphrase, (part) => {
    if (part.kind === 'digest' && part.table !== 'public.shop_facts')
      digests.set(part.table, `${part.rows} ${part.checksum}`);
  });
  return digests;
}

/** Orders that lack what is written in the same transaction. */
async function halfOrders(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select id from orders o
    where not exists (select from stock_ledger l where l.order_id = o.id)
       or not exists (select from order_events e where e.order_id = o.id)
       or not exists (select from mail_outbox m where m.event_key like '%' || o.id || '%')`.execute(
    db,
  );
  return rows;
}

const elsewhere = async (): Promise<Home> => ({ dataDir: folder('restored') });
const onServer = {
  engine: 'a server',
  source: () => serverHome(oddFormats),
  to: 'the embedded database',
};
const onEmbedded = { engine: 'the embedded database', source: embeddedHome };
const drills =
  server === undefined
    ? [{ ...onEmbedded, to: 'another folder', target: elsewhere }]
    : [
        { ...onEmbedded, to: 'a server', target: () => serverHome() },
        { ...onServer, target: elsewhere },
      ];

test.each(drills)(
  'a backup of $engine, made while orders flow, becomes the same shop on $to',
  async ({ source, target }) => {
    const home = await source();
    const buyers = await fillShop(home, 6, { withAdmin: true });
    const shop = await startShopProcess(home);
    const signedUp = await identity(shop, 'sign-up/email', { name: 'Drill', ...account });
    expect(signedUp.status).toBe(200);
    const url = await uploadPicture(shop, buyers.adminToken ?? '');
    const shown = await picture(shop, url);
    const market = new Market(shop.address, buyers, randomFrom(7));
    market.begin();
    await market.acknowledged(40);
    const { counts, surprises } = market;
    await until(
      () => (counts.ship > 0 && counts.refund > 0 && counts.return > 0) || surprises.length > 0,
      { what: 'shipments, refunds and returns', ms: 60_000 },
    );

    const before = market.orders.flatMap(({ id }) => id ?? []);
    const to = folder('backups');
    const made = await backup(home, '--to', to);
    expect(made).toMatchObject({ code: 0, err: '' });
    const [, file = ''] = /^Backed up and read back: (\S+) \(/.exec(made.out) ?? [];
    expect(path.dirname(file)).toBe(to);
    await market.acknowledged(market.counts.acknowledged + 20);
    await market.end();
    expect(market.counts).toMatchObject({ refused503: 0, unanswered: 0 });
    await shop.end('SIGKILL');

    const restored = await target();
    const said = await restore(restored, '--from', file);
    expect(said).toMatchObject({ code: 0, err: '' });
    const digests = await digestsOf(restored);
    expect(digests.size).toBeGreaterThan(30);
    expect(digests).toEqual(await digestsIn(file));
    for (const table of ['shipments', 'refunds', 'returns'])
      expect(digests.get(`public.${table}`)).toMatch(/^[1-9]/);
    await expectBooksOf(restored, before);

    const again = await startShopProcess(restored);
    expect(again.said()).toContain('This database was restored or copied');
    expect(await picture(again, url)).toEqual(shown);
    // The cookie is signed, and the key of identity tokens encrypted, with the secret that was restored.
    const session = await identity(again, 'token', signedUp.cookie);
    expect(session).toMatchObject({ status: 200, body: { token: expect.any(String) } });
    expect((await identity(again, 'sign-in/email', account)).status).toBe(200);
    await again.end('SIGKILL');
  },
);

async function expectBooksOf(home: Home, before: readonly string[]): Promise<void> {
  const database = await open(home);
  const shop = await startShop({ database, clock: runningClock() });
  try {
    const orders = await shop.db.selectFrom('orders').select('id').execute();
    const ids = new Set(orders.map(({ id }) => id));
    expect(before.length).toBeGreaterThan(10);
    expect(before.filter((id) => !ids.has(id))).toEqual([]);
    expect(await halfOrders(shop.db)).toEqual([]);
    await shop.everyMinute();
    await expectHealth(shop);
  } finally {
    await shop.close();
  }
}
