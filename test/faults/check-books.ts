import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { migrate } from '#server/db/migrate.ts';
import { newId } from '#server/db/new-id.ts';
import { openDatabase } from '#server/db/open.ts';
import { examine, showFindings } from '#server/doctor/examine.ts';
import { hashToken } from '#server/http/who.ts';
import type { Database, Shop } from '#server/shop.ts';
import { runningClock, startShop } from '#test/harness.ts';
import { insertIdentitySession } from '#test/identity-session.ts';
import { samplePart } from '#test/samples.ts';
import type { Buyers, KnownOrder } from './buyers.ts';
import type { Home } from './shop-process.ts';

const orderHoldHours = 72;
/** Of every part, and of every order. */
const priceCents = 1250;
const quantity = 200;

/** Inserts a part and customers with valid tokens into an empty database, before the shop starts. */
export async function fillShop(
  { dataDir, databaseUrl }: Home,
  customers: number,
  { withAdmin = false }: { readonly withAdmin?: boolean } = {},
): Promise<Buyers> {
  const { db, close } = await openDatabase({
    dataDir,
    ...(databaseUrl === undefined ? {} : { url: databaseUrl }),
  });
  try {
    await migrate(db);
    const part = { inStock: 10_000_000, priceCents, orderQuantity: quantity };
    const [partId = '', ...listPartIds] = await Promise.all(
      [0, 1, 2, 3].map(() => samplePart(db, part)),
    );
    const tokens = await insertCustomers(db, customers);
    const [adminToken] = withAdmin ? await insertCustomers(db, 1, 'admin') : [];
    return {
      tokens,
      ...(adminToken !== undefined && { adminToken }),
      partId,
      listPartIds,
      total: (priceCents * quantity) / 100,
      quantity,
    };
  } finally {
    await close();
  }
}

/** Inserts customers, or admins, at once and answers a token of each, valid for a day. */
export async function insertCustomers(
  db: Database,
  count: number,
  role: 'admin' | null = null,
): Promise<string[]> {
  return (await insertPeople(db, count, role)).map(({ token }) => token);
}

/** As `insertCustomers`; answers their ids, too. */
export async function insertPeople(
  db: Database,
  count: number,
  role: 'admin' | null = null,
): Promise<{ readonly id: string; readonly token: string }[]> {
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
    role,
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
  return people;
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
  const rows = await db
    .selectFrom('orders')
    .select([
      'id',
      'state',
      'shipped_quantity',
      'refunded_quantity',
      'refunded_cents',
      'restocked_quantity',
    ])
    .execute();
  const known = orders.filter(({ id }) => id !== undefined);
  const sorted = (pairs: string[]) => pairs.toSorted();
  assert.deepEqual(
    sorted(
      rows.map(
        (row) =>
          `${row.id} ${row.state} ${row.shipped_quantity} ${row.refunded_quantity} ${row.refunded_cents} ${row.restocked_quantity}`,
      ),
    ),
    sorted(known.flatMap(rowsOf)),
    'the orders of the database are those that were acknowledged, in the acknowledged states',
  );
}

/** What the rows of its orders must say; the last of them is the one that is shipped and refunded. */
function rowsOf({ orderIds, acknowledged, shipped, refunded, back }: KnownOrder): string[] {
  return orderIds.map((id, at) => {
    if (at < orderIds.length - 1) return `${id} ${acknowledged} 0 0 0 0`;
    const isDone = shipped > 0 && shipped + refunded === quantity;
    const state = isDone ? 'shipped' : acknowledged;
    const money = (refunded + back.pieces) * priceCents;
    return `${id} ${state} ${shipped} ${refunded} ${money} ${refunded + back.restocked}`;
  });
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
  const wrong = showFindings(findings).filter(({ status }) => status !== 'holds');
  assert.deepEqual(
    wrong.map(({ _id, sentence, rows, note }) => ({ _id, sentence, rows, note })),
    [],
  );
}
