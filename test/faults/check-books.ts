import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { migrate } from '#server/db/migrate.ts';
import { newId } from '#server/db/new-id.ts';
import { openDatabase } from '#server/db/open.ts';
import { examine, writeReport } from '#server/doctor/examine.ts';
import { hashToken } from '#server/http/who.ts';
import type { Database, Shop } from '#server/shop.ts';
import { runningClock, startShop } from '#test/harness.ts';
import { insertIdentitySession } from '#test/identity-session.ts';
import { samplePart } from '#test/samples.ts';
import type { Buyers, KnownOrder } from './buyers.ts';
import type { Home } from './shop-process.ts';

const orderHoldHours = 72;

/** Inserts a part and customers with valid tokens into an empty database, before the shop starts. */
export async function fillShop(
  { dataDir, databaseUrl }: Home,
  customers: number,
  inStock = 10_000_000,
): Promise<Buyers> {
  const { db, close } = await openDatabase({
    dataDir,
    ...(databaseUrl === undefined ? {} : { url: databaseUrl }),
  });
  try {
    await migrate(db);
    const part = { inStock, priceCents: 1250, orderQuantity: 200 };
    const [partId = '', ...listPartIds] = await Promise.all(
      [0, 1, 2, 3].map(() => samplePart(db, part)),
    );
    const tokens = await insertCustomers(db, customers);
    return { tokens, partId, listPartIds, total: 2500, quantity: 200 };
  } finally {
    await close();
  }
}

/** Inserts customers at once and answers a token of each, valid for a day. */
export async function insertCustomers(db: Database, count: number): Promise<string[]> {
  const now = new Date();
  const people = Array.from({ length: count }, (_, at) => ({
    id: newId(now),
    token: `test-${randomUUID()}`,
    at,
  }));
  const users = people.map(({ id, at }) => ({
    id,
    issuer: 'test',
    subject: id,
    email: `buyer.${at}.${id.slice(-6)}@example.com`,
    email_verified: true,
    name: `Buyer ${at}`,
    role: null,
    created_at: now,
    updated_at: now,
    replaced_at: null,
  }));
  await db.insertInto('users').values(users).execute();
  const expires_at = new Date(now.getTime() + 24 * 3_600_000);
  const given = {
    created_at: now,
    expires_at,
    identity_session: await insertIdentitySession(db, 'buyers'),
  };
  const tokens = people.map(({ id, token }) => ({
    token_hash: hashToken(token),
    user_id: id,
    ...given,
  }));
  await db.insertInto('access_tokens').values(tokens).execute();
  return people.map(({ token }) => token);
}

/**
 * Opens the database of a shop that has ended, runs the minutely work twice, and expects every acknowledged order in its
 * acknowledged state, no others, and that all checks of the doctor pass.
 */
export async function expectBooks(home: Home, orders: readonly KnownOrder[]): Promise<void> {
  const database = await openDatabase({
    dataDir: home.dataDir,
    ...(home.databaseUrl === undefined ? {} : { url: home.databaseUrl }),
  });
  const clock = runningClock();
  const shop = await startShop({ database, clock });
  try {
    for (const minute of [1, 2]) {
      clock.aheadMs = minute * 61_000;
      await shop.everyMinute();
    }
    await expectOrders(shop.db, orders);
    await expectHealth(shop);
  } finally {
    await shop.close();
  }
}

async function expectOrders(db: Database, orders: readonly KnownOrder[]): Promise<void> {
  const rows = await db.selectFrom('orders').select(['id', 'state']).execute();
  const known = orders.filter(({ id }) => id !== undefined);
  const sorted = (pairs: string[]) => pairs.toSorted();
  assert.deepEqual(
    sorted(rows.map(({ id, state }) => `${id} ${state}`)),
    sorted(
      known.flatMap(({ orderIds, acknowledged }) => orderIds.map((id) => `${id} ${acknowledged}`)),
    ),
    'the orders of the database are those that were acknowledged, in the acknowledged states',
  );
}

/** Throws the doctor's sentences unless all its checks pass. */
export async function expectHealth({
  db,
  backgroundCards,
  clock,
  paymentMark,
}: Pick<Shop, 'db' | 'backgroundCards' | 'clock' | 'paymentMark'>): Promise<void> {
  const findings = await examine(
    { db, cards: backgroundCards, clock, paymentMark, orderHoldHours },
    { mostPayments: 10_000 },
  );
  const wrong = writeReport(findings, clock.now()).checks.filter(
    ({ status }) => status !== 'holds',
  );
  assert.deepEqual(
    wrong.map(({ _id, sentence, rows, note }) => ({ _id, sentence, rows, note })),
    [],
  );
}
