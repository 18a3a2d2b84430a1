import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase, postgresServer } from '#test/database.ts';
import { startShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { adoptLive } from './adopt-live.ts';
import { copyDatabase } from '#server/db/copy.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { withShopFacts } from '#server/db/shop-facts.ts';
import { wrongDatabase, refuseWrongDatabase, recordDatabaseUse } from './database-use.ts';
import type { Database } from '#server/shop.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 180_000 });

const demo = { mode: 'demo', cardAccount: 'sandbox' } as const;
const demoWithTestKeys = { mode: 'demo', cardAccount: 'test' } as const;
const live = { mode: 'live', cardAccount: 'live' } as const;
const liveWithoutMoney = { mode: 'live', cardAccount: 'sandbox' } as const;
const liveOnStandIn = { mode: 'live', cardAccount: 'test' } as const;

const server = await postgresServer();
const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});
afterAll(() => server?.stop());

async function freshOn(home: string) {
  const database =
    home === 'embedded'
      ? await freshDatabase()
      : await openDatabase({ url: await server!.createDatabase(), dataDir: '' });
  ending.push(() => database.close());
  if (home === 'server') await migrate(database.db);
  return database;
}

/** Somebody registered. */
async function register(db: Database): Promise<void> {
  await sql`insert into identity."user" ("id", "name", "email", "emailVerified") values ('1', 'Boss', 'boss@company.example', true)`.execute(
    db,
  );
}

/** What the database says it is, by whether the next start would be refused. */
async function whyWrong(
  db: Database,
  purpose: Parameters<typeof refuseWrongDatabase>[1],
): Promise<string | undefined> {
  return refuseWrongDatabase(db, purpose).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

describe.each(server ? ['embedded', 'server'] : ['embedded'])('a database (%s)', (home) => {
  test('that was a demo once is no live shop any more, whatever cards it took since', async () => {
    const { db } = await freshOn(home);
    await record(db, demo);
    await register(db);
    await record(db, demoWithTestKeys);
    expect(await db.selectFrom('shop_facts').selectAll().execute()).toMatchObject([
      { only_row: true, mode: 'demo', card_accounts: ['sandbox', 'test'], adopted_at: null },
    ]);
    for (const purpose of [live, liveWithoutMoney])
      expect(await whyWrong(db, purpose)).toBe(wrongDatabase.wasDemo);
    await expect(record(db, live)).rejects.toThrow(wrongDatabase.wasDemo);
    expect(await whyWrong(db, demo)).toBeUndefined();
  });

  test('without any account and order becomes whatever it is opened as', async () => {
    const { db } = await freshOn(home);
    for (const purpose of [demo, live, demoWithTestKeys, liveWithoutMoney]) {
      await record(db, purpose);
      expect(await db.selectFrom('shop_facts').select(['mode', 'card_accounts']).execute()).toEqual(
        [{ mode: purpose.mode, card_accounts: [purpose.cardAccount] }],
      );
    }
  });

  test('of a live shop is no demo, in which its customers could be anybody', async () => {
    const { db } = await freshOn(home);
    await record(db, live);
    await register(db);
    expect(await whyWrong(db, demo)).toBe(wrongDatabase.isLive);
    await record(db, live);
  });

  test('from before this was written down may be a demo, and only an operator says that it is a live one', async () => {
    const { db } = await freshOn(home);
    await register(db);
    expect(await whyWrong(db, live)).toBe(wrongDatabase.unknown);
    expect(await whyWrong(db, liveWithoutMoney)).toBe(wrongDatabase.unknown);
    await record(db, demo);
    expect(await whyWrong(db, live)).toBe(wrongDatabase.wasDemo);
  });

  test('is opened by two copies at once as one thing only', async () => {
    const { db } = await freshOn(home);
    await register(db);
    await sql`insert into shop_facts (mode, card_accounts) values ('live', '{live}')`.execute(db);
    const openings = await Promise.allSettled([
      record(db, live),
      record(db, demo),
      record(db, live),
    ]);
    expect(openings.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe.runIf(server)('a start while another one takes the database into use', () => {
  test('waits for longer than statements wait for a lock, and says for what', async () => {
    const { db } = await freshOn('server');
    const said: string[] = [];
    const waited = Promise.withResolvers<void>();
    const say = (sentence: string) => {
      said.push(sentence);
      waited.resolve();
    };
    const done: string[] = [];
    const held = Promise.withResolvers<void>();
    const other = withShopFacts(
      db,
      async (tx) => {
        held.resolve();
        await waited.promise;
        await sql`select pg_sleep(1.5)`.execute(tx);
        done.push('the other');
      },
      say,
    );
    await held.promise;
    await recordDatabaseUse(db, live, place, say).finally(waited.resolve);
    done.push('this one');
    await other;
    expect(done).toEqual(['the other', 'this one']);
    expect(said).toEqual([
      'Another copy is taking the database into use, which takes a while when a secret was changed: waiting for it.',
    ]);
  });
});

test('a database without any tables fits every shop', async () => {
  const { db } = await freshOn('embedded');
  await sql`drop schema public cascade`.execute(db);
  for (const purpose of [demo, live]) expect(await whyWrong(db, purpose)).toBeUndefined();
});

test('a copy of a database knows what the original is', async () => {
  const [from, to] = [await freshOn('embedded'), await freshOn('embedded')];
  await record(from.db, demoWithTestKeys);
  await register(from.db);
  await copyDatabase(from.pool, to.pool, () => undefined);
  expect(await whyWrong(to.db, live)).toBe(wrongDatabase.wasDemo);
});

const place = { home: 'here', paymentMark: 'mark', now: new Date('2026-11-22T09:00:00.000Z') };
const record = (
  db: Parameters<typeof recordDatabaseUse>[0],
  purpose: Parameters<typeof recordDatabaseUse>[1],
) => recordDatabaseUse(db, purpose, place);

describe('npm run admin -- adopt live', () => {
  /** The database of a shop that has two orders paid in the sandbox, one of them shipped. */
  async function soldShop(facts?: ReturnType<typeof sql>) {
    const { db, ...database } = await freshDatabase();
    const shop = await startShop({ database: { db, ...database } });
    ending.push(() => shop.close());
    const [customer, admin] = [
      await shop.person('Cora'),
      await shop.person('Ada', { role: 'admin' }),
    ];
    const partId = await samplePart(shop.db, { priceCents: 1250 });
    const orders = [];
    for (const quantity of [200, 300]) {
      const id = await shop.order(customer, partId, quantity);
      await shop.pay(customer, id);
      orders.push(id);
      shop.clock.advance(1000);
    }
    await shop.request('PATCH', `/api/order/${orders[0]}`, {
      as: admin,
      body: { status: 'shipped' },
    });
    await facts?.execute(shop.db);
    const said: string[] = [];
    return { db, orders, said, print: (line: string) => void said.push(line) };
  }

  const listed = (orders: string[]) => [
    'Paid in the card sandbox, without any money (it still has their payments): 2 orders, $6250.00.',
    `  ${orders[1]}  $3750.00  to be shipped`,
    `  ${orders[0]}  $2500.00  shipped`,
    'They stay marked as paid: ship none of them for it.',
  ];
  const done =
    "The database is a live shop's now. Look at who has admin power in it: npm run admin -- list.";

  test('takes over a database from before, and lists what was paid in the sandbox', async () => {
    const { db, orders, said, print } = await soldShop();
    expect(await whyWrong(db, live)).toBe(wrongDatabase.unknown);
    await adoptLive(db, print);
    expect(said).toEqual([...listed(orders), done]);
    await record(db, live);
    expect(await whyWrong(db, demo)).toBe(wrongDatabase.isLive);
  });

  test('is what a live shop without money needs before it takes real cards, and again after it did without', async () => {
    const { db, orders, said, print } = await soldShop(
      sql`insert into shop_facts (mode, card_accounts) values ('live', '{sandbox}')`,
    );
    await record(db, liveWithoutMoney);
    expect(await whyWrong(db, live)).toBe(wrongDatabase.testMoney);
    await adoptLive(db, print);
    expect(said).toEqual([...listed(orders), done]);
    await record(db, live);
    await record(db, live);
    await record(db, liveWithoutMoney);
    expect(await whyWrong(db, live)).toBe(wrongDatabase.testMoney);
  });

  test('says of payments at a stand-in that only the dashboard tells', async () => {
    const { db, said, print } = await soldShop(
      sql`insert into shop_facts (mode, card_accounts) values ('live', '{live}')`,
    );
    await sql`delete from card_sandbox.charges`.execute(db);
    await sql`delete from card_sandbox.payment_intents`.execute(db);
    await record(db, liveOnStandIn);
    expect(await whyWrong(db, live)).toBe(wrongDatabase.testMoney);
    await adoptLive(db, print);
    expect(said).toEqual([
      'No order was paid in the card sandbox.',
      "Paid at Stripe or a stand-in for it: 2 orders. Whether with live keys, only Stripe's dashboard tells.",
      done,
    ]);
    await record(db, live);
  });

  test('takes no demo over, and no accounts that anybody could take', async () => {
    const { db, print } = await soldShop(
      sql`insert into shop_facts (mode, card_accounts) values ('demo', '{test}')`,
    );
    await expect(adoptLive(db, print)).rejects.toThrow(wrongDatabase.wasDemo);
    await sql`delete from shop_facts`.execute(db);
    await sql`insert into google_sandbox.records (model, id, payload) values ('Account', '1', '{}'::jsonb)`.execute(
      db,
    );
    await expect(adoptLive(db, print)).rejects.toThrow(wrongDatabase.demoAccounts);
  });

  test('has nothing to do for a database without any account and order', async () => {
    const { db } = await freshOn('embedded');
    const said: string[] = [];
    await adoptLive(db, (line) => void said.push(line));
    expect(said).toEqual([
      'The database holds no account and no order: a live shop opens on it as it is.',
    ]);
    expect(await db.selectFrom('shop_facts').selectAll().execute()).toEqual([]);
  });
});
