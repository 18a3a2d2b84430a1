import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '#test/database.ts';
import { demoCatalogue } from './catalogue.ts';
import { demoAccounts } from './demo-accounts.ts';
import { loadDemo, type DemoLoad } from './load-demo.ts';

const now = new Date('2026-03-02T09:00:00Z');
let shop: Awaited<ReturnType<typeof freshDatabase>>;

/** The sandboxes of this test: they remember who paid what, and who was given a sign-in. */
function scripted() {
  const paid = new Map<string, { orderId: string; amountCents: number }>();
  const accounts: string[] = [];
  const told: string[] = [];
  const load: Omit<DemoLoad, 'db'> = {
    now,
    async payByCard({ orderId, amountCents }) {
      const transactionId = `pi_demo_${paid.size + 1}`;
      paid.set(transactionId, { orderId, amountCents });
      return { transactionId };
    },
    async createAccount({ email, password }) {
      expect(password.length).toBeGreaterThanOrEqual(12);
      accounts.push(email);
      return { issuer: 'http://identity.test', subject: `subject-of-${email}` };
    },
    log: { info: (sentence) => told.push(sentence) },
  };
  return { paid, accounts, told, load };
}

const first = scripted();
let firstAnswer = false;

beforeAll(async () => {
  shop = await freshDatabase();
  firstAnswer = await loadDemo({ db: shop.db, ...first.load });
});

afterAll(async () => {
  await shop.close();
});

describe('a loaded demo shop', () => {
  test('has at least 900 parts in 20 categories and says so once', async () => {
    const { parts, categories } = await shop.db
      .selectNoFrom((none) => [
        none.selectFrom('parts').select(none.fn.countAll<number>().as('n')).as('parts'),
        none.selectFrom('categories').select(none.fn.countAll<number>().as('n')).as('categories'),
      ])
      .executeTakeFirstOrThrow();
    expect(Number(parts)).toBeGreaterThanOrEqual(900);
    expect(Number(categories)).toBe(20);
    expect(firstAnswer).toBe(true);
    expect(first.told).toHaveLength(1);
  });

  test('knows of its parts what the catalogue says, and finds them by it', async () => {
    const { parts } = demoCatalogue();
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from parts where type_id is not null and attributes <> '{}') as measured,
        (select count(*)::int from part_numbers) as numbers, (select count(*)::int from part_pictures) as pictures,
        (select count(*)::int from parts where replaced_by is not null) as replaced,
        (select count(*)::int from parts where search_as_of is distinct from updated_at) as unindexed,
        (select count(*)::int from parts where search @@ websearch_to_tsquery('german', 'Bremsscheiben')) as discs,
        (select count(*)::int from parts where type_id = 'brake-disc') as of_type`.execute(shop.db);
    const [found] = rows;
    expect(found).toMatchObject({
      measured: parts.filter(({ attributes }) => Object.keys(attributes).length > 0).length,
      numbers: parts.flatMap(({ numbers }) => numbers).length,
      pictures: parts.flatMap(({ pictures }) => pictures).length,
      replaced: parts.filter(({ replacedBy }) => replacedBy !== undefined).length,
      unindexed: 0,
    });
    expect(found?.['replaced']).toBeGreaterThan(10);
    expect(found?.['discs']).toBeGreaterThanOrEqual(found?.['of_type'] ?? 0);
    expect(found?.['of_type']).toBeGreaterThan(3);
  });

  test('sells at most 20 parts by rules of their own, none of the 100 newest', async () => {
    const { rows } = await sql<{ name: string; place: number; breaks: number }>`
      select name, place, jsonb_array_length(price_breaks) as breaks
        from (select *, row_number() over (order by created_at desc)::int as place from parts) parts
        where quantity_step is not null or largest_order is not null or pack_label is not null or price_breaks <> '[]'`.execute(
      shop.db,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.length).toBeLessThanOrEqual(20);
    expect(rows.filter(({ place }) => place <= 100)).toEqual([]);
    const breaks = demoCatalogue().parts.flatMap(({ priceBreaks = [] }) => priceBreaks);
    expect(rows.reduce((sum, row) => sum + row.breaks, 0)).toBe(breaks.length);
  });

  test("has in stock what its ledger adds up to, and the ledger holds every live order's pieces", async () => {
    const { rows } = await sql`
      select parts.id from parts left join stock_ledger on stock_ledger.part_id = parts.id
      group by parts.id having parts.in_stock <> coalesce(sum(stock_ledger.delta), 0)`.execute(
      shop.db,
    );
    expect(rows).toEqual([]);
    const { rows: unheld } = await sql`
      select orders.id from orders left join stock_ledger on stock_ledger.order_id = orders.id
      group by orders.id
      having coalesce(sum(stock_ledger.delta), 0) <> case when orders.state = 'cancelled' then 0 else -orders.quantity end`.execute(
      shop.db,
    );
    expect(unheld).toEqual([]);
  });

  test('has one kept payment for every paid order, of its total and known to the card provider', async () => {
    const paid = await shop.db
      .selectFrom('orders')
      .leftJoin('payments', 'payments.order_id', 'orders.id')
      .select([
        'orders.id',
        'orders.transaction_id',
        'orders.total_cents',
        'payments.intent_id',
        'payments.amount_cents',
        'payments.state',
      ])
      .where('orders.paid_at', 'is not', null)
      .execute();
    expect(paid.length).toBeGreaterThan(80);
    expect(paid.length).toBeLessThan(100);
    expect(paid.map((row) => ({ orderId: row.id, amountCents: row.total_cents }))).toEqual(
      paid.map((row) => first.paid.get(row.transaction_id ?? '')),
    );
    const wrong = paid.filter(
      (row) =>
        row.state !== 'kept' ||
        row.intent_id !== row.transaction_id ||
        row.amount_cents !== row.total_cents,
    );
    expect(wrong).toEqual([]);
    expect(first.paid.size).toBe(paid.length);
  });

  test('has one review at most for an order, and only for paid ones', async () => {
    const unpaid = await shop.db
      .selectFrom('reviews')
      .innerJoin('orders', 'orders.id', 'reviews.order_id')
      .select('reviews.id')
      .where('orders.paid_at', 'is', null)
      .execute();
    expect(unpaid).toEqual([]);
    const reviews = await shop.db.selectFrom('reviews').select('order_id').execute();
    expect(new Set(reviews.map((review) => review.order_id)).size).toBe(72);
  });

  test('gives sign-ins to the two demo accounts only, and admin power to one of them', async () => {
    expect(first.accounts).toEqual([demoAccounts.admin.email, demoAccounts.customer.email]);
    const known = await shop.db
      .selectFrom('users')
      .select(['email', 'subject', 'role'])
      .where('issuer', '<>', 'demo')
      .orderBy('email')
      .execute();
    expect(known).toEqual([
      { email: 'admin@example.com', subject: 'subject-of-admin@example.com', role: 'admin' },
      { email: 'customer@example.com', subject: 'subject-of-customer@example.com', role: null },
    ]);
    const admins = await shop.db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'admin')
      .execute();
    expect(admins).toEqual([{ email: 'admin@example.com' }]);
  });

  test('has written to nobody', async () => {
    expect(await shop.db.selectFrom('mail_outbox').select('id').execute()).toEqual([]);
  });

  test('holds nothing from the future', async () => {
    const tables = ['parts', 'users', 'orders', 'payments', 'reviews', 'stock_ledger'] as const;
    const future = await Promise.all(
      tables.map((table) =>
        shop.db.selectFrom(table).select('created_at').where('created_at', '>', now).execute(),
      ),
    );
    expect(future.flat()).toEqual([]);
  });

  test('is not loaded a second time: nobody pays, nothing changes', async () => {
    const second = scripted();
    expect(await loadDemo({ db: shop.db, ...second.load })).toBe(false);
    expect(second.paid.size).toBe(0);
    expect(second.accounts).toEqual([]);
  });
});

test('a load that is cut off while paying leaves the shop empty, and the next one fills it', async () => {
  const empty = await freshDatabase();
  try {
    const broken = scripted();
    broken.load.payByCard = () => Promise.reject(new Error('the sandbox is gone'));
    await expect(loadDemo({ db: empty.db, ...broken.load })).rejects.toThrow('the sandbox is gone');
    expect(await empty.db.selectFrom('users').select('id').execute()).toEqual([]);
    expect(await empty.db.selectFrom('parts').select('id').execute()).toEqual([]);
    expect(await loadDemo({ db: empty.db, ...scripted().load })).toBe(true);
  } finally {
    await empty.close();
  }
});

test('two copies that start at once on one empty database load one shop', async () => {
  const empty = await freshDatabase();
  try {
    const copies = [scripted(), scripted()].map((copy) => loadDemo({ db: empty.db, ...copy.load }));
    expect((await Promise.all(copies)).filter(Boolean)).toHaveLength(1);
    expect(
      await empty.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', demoAccounts.customer.email)
        .execute(),
    ).toHaveLength(1);
  } finally {
    await empty.close();
  }
});
