// `npm run bench:orders`: orders per second through POST /api/orders, compared with raw transactions of the two statements
// that an order needs at least (take the stock, insert the order) through the same pool, in alternating turns.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { newId } from '#server/db/new-id.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { hashToken } from '#server/http/who.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { insertIdentitySession } from '#test/identity-session.ts';
import { samplePart } from '#test/samples.ts';
import type { OrderTurn } from './order-client.ts';

const turnMs = 1_000;
const rounds = 3;
const callers = [8, 32];
/** Many parts, because orders of a single one would wait for its row's lock. */
const partCount = 64;
/** A customer may have twenty unpaid orders (decisions: Orders), so many customers are needed. */
const ordersEach = 20;
const customerCount = 1_500;

interface Buyer {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
}

interface Bench {
  readonly shop: TestShop;
  readonly pool: pg.Pool;
  readonly parts: readonly string[];
  readonly customers: readonly Buyer[];
  /** Separate ones, because raw orders count as unpaid ones too. */
  readonly rawCustomers: readonly Buyer[];
  readonly port: number;
}

/** One order. */
type Deed = () => Promise<void>;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let raws = 0;

async function onEmbedded(): Promise<void> {
  const dataDir = temporaryFolder('bench');
  // As the shop runs it, with every commit synced to disk.
  const database = await openDatabase({ dataDir });
  await measure('embedded', database);
  rmSync(dataDir, { recursive: true, force: true });
}

async function onPostgresql(): Promise<void> {
  const server = await postgresServer();
  if (server === undefined) return say('| PostgreSQL: not run, none on this machine | | | | |');
  await measure('PostgreSQL', await openDatabase({ url: server.url, dataDir: '' }));
  await server.stop();
}

async function measure(engine: string, database: Database): Promise<void> {
  await migrate(database.db);
  const shop = await startShop({ database });
  const parts: string[] = [];
  for (let place = 0; place < partCount; place += 1)
    parts.push(await samplePart(shop.db, { inStock: 2_000_000_000, orderQuantity: 1 }));
  const [customers, rawCustomers] = [
    await insertCustomers(shop, customerCount),
    await insertCustomers(shop, partCount),
  ];
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;
  const bench: Bench = {
    shop,
    pool: database.pool,
    parts,
    customers,
    rawCustomers,
    port,
  };
  // On a thread of its own: what a client costs is none of the shop's.
  const client = new Worker(new URL('./order-client.ts', import.meta.url));
  const raw = rawOrder(bench);
  await orderRate(bench, { client, atOnce: 8, ms: 300 });
  await rateOf(raw, 8, 300);
  for (const atOnce of callers) {
    const done = { order: 0, raw: 0 };
    for (let round = 0; round < rounds; round += 1) {
      done.order += await orderRate(bench, { client, atOnce });
      done.raw += await rateOf(raw, atOnce);
    }
    const perSecond = (sum: number): string => (sum / rounds).toFixed(0);
    say(
      `| ${engine} | ${atOnce} | ${perSecond(done.order)} | ${perSecond(done.raw)} | ${(done.order / done.raw).toFixed(2)} |`,
    );
  }
  await client.terminate();
  await shop.close();
}

/** Inserts accounts with valid tokens. */
async function insertCustomers({ db, clock }: TestShop, count: number): Promise<Buyer[]> {
  const now = clock.now();
  const buyers = Array.from({ length: count }, () => {
    const userId = newId(now);
    return { userId, email: `${userId}@example.com`, token: `bench-${userId}` };
  });
  const account = {
    issuer: 'bench',
    email_verified: true,
    name: 'Buyer',
    role: null,
    created_at: now,
    updated_at: now,
    replaced_at: null,
  };
  const users = buyers.map(({ userId, email }) => ({
    ...account,
    id: userId,
    subject: userId,
    email,
  }));
  await db.insertInto('users').values(users).execute();
  const expires_at = new Date(now.getTime() + 3_600_000);
  const given = {
    created_at: now,
    expires_at,
    identity_session: await insertIdentitySession(db, 'bench'),
  };
  const tokens = buyers.map(({ userId, token }) => ({
    token_hash: hashToken(token),
    user_id: userId,
    ...given,
  }));
  await db.insertInto('access_tokens').values(tokens).execute();
  return buyers;
}

/** Repeats it, `atOnce` at a time, for one turn; answers how many a second were done. */
async function rateOf(deed: Deed, atOnce: number, ms = turnMs): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  const caller = async (): Promise<void> => {
    for (; performance.now() < startedAt + ms; done += 1) await deed();
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return (done * 1000) / (performance.now() - startedAt);
}

/** Orders a second over HTTP in one turn. */
async function orderRate(
  { parts, customers, port }: Bench,
  { client, atOnce, ms = turnMs }: { client: Worker; atOnce: number; ms?: number },
): Promise<number> {
  const tokens = customers.map(({ token }) => token);
  const turn: OrderTurn = { port, ms, connections: atOnce, parts, tokens, ordersEach };
  client.postMessage(turn);
  const [perSecond] = (await once(client, 'message')) as [number];
  return perSecond;
}

const takeStock =
  'update parts set in_stock = in_stock - $2 where id = $1 and archived_at is null and in_stock >= $2 returning price_cents, name, image';
const insertOrder = `insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents,
  name, email, address, phone, state, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'unpaid', $13)`;

/** The two statements in a transaction. */
function rawOrder({ pool, parts, rawCustomers }: Bench): Deed {
  return async () => {
    const number = raws++;
    const [partId, customer] = [
      parts[number % parts.length],
      rawCustomers[number % rawCustomers.length],
    ];
    const client = await pool.connect();
    try {
      await client.query('begin');
      const taken = await client.query<{ price_cents: number; name: string; image: string }>(
        takeStock,
        [partId, 1],
      );
      const part = taken.rows[0];
      if (part === undefined || customer === undefined)
        throw new Error('The bench ran out of stock.');
      const facts = [
        part.name,
        part.image,
        part.price_cents,
        1,
        part.price_cents,
        'Buyer',
        customer.email,
      ];
      await client.query(insertOrder, [
        randomUUID(),
        customer.userId,
        partId,
        ...facts,
        '12 Dock Road, Leeds',
        '+44 20 7946 0111',
        new Date(),
      ]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}

const started = performance.now();
say(`Orders per second, ${rounds} turns of ${turnMs / 1000} s each; Node ${process.version}`);
say('');
say('| engine | customers at once | POST /api/orders | raw transaction | ratio |');
say('|---|---|---|---|---|');
await onEmbedded();
await onPostgresql();
say('');
say(`Took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
