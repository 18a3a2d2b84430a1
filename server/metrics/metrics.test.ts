import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { readMetrics, valueOf } from '#test/prometheus-text.ts';
import { samplePart } from '#test/samples.ts';
import { businessFigures } from './business-figures.ts';

const token = 'prometheus-'.repeat(4);
const minute = 60_000;

type Scrape = ReturnType<typeof readMetrics>;

async function scrape(shop: TestShop): Promise<Scrape> {
  const { status, body, headers } = await shop.request('GET', '/metrics', { token });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  return readMetrics(body);
}

/** The orders by state, as scraped. */
function ordersIn(scraped: Scrape): Record<string, number> {
  const samples = scraped.get('underhood_orders')?.samples ?? [];
  return Object.fromEntries(samples.map(({ labels, value }) => [labels['state'], value]));
}

/** The orders that this copy shipped and cancelled, as scraped. */
async function endedOrders(shop: TestShop): Promise<Record<string, number>> {
  const samples = (await scrape(shop)).get('underhood_ended_orders_total')?.samples ?? [];
  return Object.fromEntries(samples.map(({ labels, value }) => [labels['state'], value]));
}

describe.each(engines)('metrics of a shop on the %s database', (engine) => {
  let shop: TestShop;
  let database: Awaited<ReturnType<typeof databaseOn>>;
  let failures: (() => Promise<Response>)[] = [];

  beforeAll(async () => {
    database = await databaseOn(engine);
    shop = await startShop({
      database,
      metricsToken: token,
      through: (fetch) => async (input, init) => failures.shift()?.() ?? fetch(input, init),
    });
  });
  afterAll(() => shop.close());

  test('follow an order from its placing to its shipping', async () => {
    const [customer, admin] = [
      await shop.person('Ada'),
      await shop.person('Ben', { role: 'admin' }),
    ];
    const partId = await samplePart(shop.db);
    expect(ordersIn(await scrape(shop))).toEqual({ unpaid: 0, cancelling: 0, paid: 0 });
    expect(await endedOrders(shop)).toEqual({ shipped: 0, cancelled: 0 });
    const placings = { method: 'POST', route: '/api/orders', status: '201' };
    const before = await scrape(shop);
    expect(valueOf(before, 'underhood_http_requests_total', placings)).toBeUndefined();

    const orderId = await shop.order(customer, partId, 200);
    shop.clock.advance(10 * minute);
    const placed = await scrape(shop);
    expect(ordersIn(placed)).toMatchObject({ unpaid: 1, paid: 0 });
    expect(valueOf(placed, 'underhood_orders_oldest_seconds', { state: 'unpaid' })).toBe(600);
    expect(valueOf(placed, 'underhood_http_requests_total', placings)).toBe(1);
    const { status: _, ...placing } = placings;
    expect(valueOf(placed, 'underhood_http_request_duration_seconds_count', placing)).toBe(1);
    const mailed = valueOf(placed, 'underhood_mails_waiting') ?? 0;
    expect(mailed).toBeGreaterThanOrEqual(1);
    expect(valueOf(placed, 'underhood_mails_waiting_oldest_seconds')).toBe(600);

    await shop.pay(customer, orderId);
    const paid = await scrape(shop);
    expect(ordersIn(paid)).toMatchObject({ unpaid: 0, paid: 1 });
    expect(valueOf(paid, 'underhood_orders_oldest_seconds', { state: 'unpaid' })).toBe(0);

    await shop.everyMinute();
    const sent = await scrape(shop);
    expect(valueOf(sent, 'underhood_mails_waiting')).toBe(0);
    const { rows } = await sql`select from mail_outbox where done_at is not null`.execute(shop.db);
    const ended = (how: string) => valueOf(sent, 'underhood_ended_mails_total', { how });
    expect([ended('sent'), ended('given_up')]).toEqual([rows.length, 0]);

    // The second one changes nothing.
    for (let time = 0; time < 2; time += 1)
      await shop.request('PATCH', `/api/order/${orderId}`, {
        as: admin,
        body: { status: 'shipped' },
      });
    expect(ordersIn(await scrape(shop))).toEqual({ unpaid: 0, cancelling: 0, paid: 0 });
    expect(await endedOrders(shop)).toEqual({ shipped: 1, cancelled: 0 });

    const [given, expired] = [
      await shop.order(customer, partId, 200),
      await shop.order(customer, partId, 200),
    ];
    for (let time = 0; time < 2; time += 1)
      await shop.request('DELETE', `/api/order?id=${given}`, { as: customer });
    expect(await endedOrders(shop)).toEqual({ shipped: 1, cancelled: 1 });
    shop.clock.advance(73 * 60 * minute);
    await shop.everyMinute();
    expect((await shop.request('GET', `/api/orders/${expired}`)).status).toBe(404);
    expect(await endedOrders(shop)).toEqual({ shipped: 1, cancelled: 2 });
  });

  test('name what waits for money, mails and people, and since when', async () => {
    const customer = await shop.person('Cora');
    const partId = await samplePart(shop.db);
    const orderId = await shop.order(customer, partId, 200);
    const { total } = (await shop.request('GET', `/api/orders/${orderId}`)).body;
    await shop.request('POST', '/api/create-payment-intent', {
      as: customer,
      body: { price: total, orderId },
    });
    shop.clock.advance(minute);
    const opened = await scrape(shop);
    expect(valueOf(opened, 'underhood_payments_open')).toBe(1);
    expect(valueOf(opened, 'underhood_payments_open_oldest_seconds')).toBe(60);
    await sql`update payments set state = 'refund_due' where order_id = ${orderId}`.execute(
      shop.db,
    );
    await sql`update mail_outbox set done_at = null, attempts = 200, event_key = 'code:' || event_key
      where done_at is null`.execute(shop.db);
    await sql`insert into mail_outbox (id, event_key, recipient, subject, body_text, created_at, run_at, attempts)
      values (gen_random_uuid(), 'lost', 'a@example.com', 's', 't', ${shop.clock.now()}, ${shop.clock.now()}, 200)`.execute(
      shop.db,
    );
    await sql`insert into unbooked_payments (intent_id, order_id, amount_cents, currency, created_at, found_at, asked_at, state)
      values ('pi_1', gen_random_uuid(), 100, 'usd', now(), now(), now(), 'paid')`.execute(shop.db);
    shop.clock.advance(minute);
    const due = await scrape(shop);
    expect(valueOf(due, 'underhood_payments_open')).toBe(0);
    expect(valueOf(due, 'underhood_refunds_due', { by: 'shop' })).toBe(1);
    expect(valueOf(due, 'underhood_refunds_due', { by: 'admin' })).toBe(0);
    expect(valueOf(due, 'underhood_refunds_due_oldest_seconds', { by: 'shop' })).toBe(120);
    expect(valueOf(due, 'underhood_mails_given_up')).toBe(1);
    expect(valueOf(due, 'underhood_unbooked_payments_waiting')).toBe(1);
    const [migration] = due.get('underhood_migration_info')?.samples ?? [];
    expect(migration?.labels['name']).toMatch(/^\d{4}_/);
    await sql`delete from unbooked_payments`.execute(shop.db);
    await sql`update payments set state = 'canceled' where order_id = ${orderId}`.execute(shop.db);
  });

  test('count calls that a provider does not answer, and say when each task was last done', async () => {
    const customer = await shop.person('Dora');
    const orderId = await shop.order(customer, await samplePart(shop.db), 200);
    const { total } = (await shop.request('GET', `/api/orders/${orderId}`)).body;
    const errors = async () =>
      valueOf(await scrape(shop), 'underhood_provider_errors_total', { provider: 'cards' });
    const before = await errors();
    failures = Array.from({ length: 3 }, () => () => Promise.reject(new TypeError('no route')));
    const refused = await shop.request('POST', '/api/create-payment-intent', {
      as: customer,
      body: { price: total, orderId },
    });
    failures = [];
    expect(refused.status).toBe(503);
    expect(await errors()).toBe((before ?? 0) + 1);

    shop.clock.advance(minute);
    await shop.everyMinute();
    const done = shop.clock.now().getTime() / 1000;
    const times = (await scrape(shop)).get('underhood_task_last_done_timestamp_seconds')?.samples;
    expect(times?.length).toBe(22);
    expect(new Set(times?.map(({ value }) => value))).toEqual(new Set([done]));
  });

  test('are answered without those of the database while no connection is free', async () => {
    const { pool } = database;
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      const without = await scrape(shop);
      expect(valueOf(without, 'underhood_database_up')).toBe(0);
      expect(valueOf(without, 'underhood_database_connections', { state: 'used' })).toBe(
        pool.options.max,
      );
      expect(valueOf(without, 'underhood_database_waiting', { for: 'connection' })).toBe(1);
      expect(valueOf(without, 'underhood_database_waiting', { for: 'write' })).toBe(0);
      expect(valueOf(without, 'process_resident_memory_bytes')).toBeGreaterThan(0);
      expect([...without.keys()].filter((name) => name.startsWith('underhood_orders'))).toEqual([]);
    } finally {
      for (const connection of taken) connection.release();
    }
    await expect.poll(async () => valueOf(await scrape(shop), 'underhood_database_up')).toBe(1);
  });

  test('tell of writers who wait for their turn, before they ask for a connection', async () => {
    const ending = Promise.withResolvers<undefined>();
    const writers = Array.from({ length: 10 }, () =>
      shop.db.transaction().execute(() => ending.promise),
    );
    // Six of ten connections are for writers; on the embedded engine all wait for the only one.
    const [kind, waiting] = engine === 'server' ? ['write', 4] : ['connection', 9];
    const counted = async () => {
      const { body } = await shop.request('GET', '/metrics', { token });
      return valueOf(readMetrics(body), 'underhood_database_waiting', { for: kind });
    };
    try {
      expect(await counted()).toBeGreaterThanOrEqual(waiting);
    } finally {
      ending.resolve(undefined);
    }
    await Promise.allSettled(writers);
    await expect.poll(counted).toBe(0);
  });

  test('are read from indexes alone, however many orders have ended', async () => {
    await fillHistory(shop);
    await sql`
      insert into mail_outbox (id, event_key, recipient, subject, body_text, created_at, run_at, attempts)
      select gen_random_uuid(), 'waits:' || n, 'a@example.com', 's', 't', t, t, case when n % 10 = 1 then 200 else 0 end
      from (select n, ${shop.clock.now()}::timestamptz - n * interval '1 minute' as t from generate_series(1, 3000) n) m`.execute(
      shop.db,
    );
    const scraped = await scrape(shop);
    expect(valueOf(scraped, 'underhood_mails_waiting')).toBe(1000);
    expect(valueOf(scraped, 'underhood_mails_waiting_oldest_seconds')).toBe(3000 * 60);
    expect(valueOf(scraped, 'underhood_mails_given_up')).toBeGreaterThanOrEqual(100);
    const { rows } = await sql<{ 'QUERY PLAN': unknown }>`
      explain (format json) ${businessFigures(shop.clock.now())}`.execute(shop.db);
    const read = scansOf(rows[0]?.['QUERY PLAN']);
    expect(ordersIn(await scrape(shop))['paid']).toBe(150);
    expect(read.filter(({ node }) => node === 'Seq Scan')).toEqual([]);
    expect(new Set(read.map(({ table }) => table))).toEqual(
      new Set([
        'orders',
        'payments',
        'payment_lines',
        'order_events',
        'refunds',
        'mail_outbox',
        'unbooked_payments',
        'kysely_migration',
      ]),
    );
  });
});

/** Many rows that a scrape must not read, and some of those that it counts. */
async function fillHistory({ db }: TestShop): Promise<void> {
  await sql`
    insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email,
      address, phone, state, transaction_id, created_at, paid_at, shipped_at)
    select gen_random_uuid(), user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email,
      address, phone, case when n % 20 = 0 then 'paid' else 'shipped' end, 't' || n, created_at, created_at,
      case when n % 20 > 0 then created_at end
    from (select * from orders limit 1) as one, generate_series(1, 3000) as n`.execute(db);
  await sql`
    insert into payments (intent_id, order_id, attempt, amount_cents, state, created_at, updated_at)
    select 'pi_' || id, id, 9, 100, 'canceled', now(), now() from orders`.execute(db);
  await sql`
    insert into refunds (id, order_id, intent_id, amount_cents, reason, restocked, state, source, created_at, updated_at)
    select gen_random_uuid(), order_id, intent_id, 100, '', false, 'done', 'provider', now(), now() from payments`.execute(
    db,
  );
  await sql`
    insert into mail_outbox (id, event_key, recipient, subject, body_text, created_at, run_at, done_at)
    select gen_random_uuid(), id::text, 'a@example.com', 's', 't', now(), now(), now() from orders`.execute(
    db,
  );
  await sql`
    insert into order_events (id, order_id, created_at, kind, actor_role, actor)
    select gen_random_uuid(), id, now(), 'placed', 'customer', '' from orders`.execute(db);
  await sql`
    insert into unbooked_payments (intent_id, order_id, amount_cents, currency, created_at, found_at, asked_at, state, confirmed_at)
    select 'pi_' || id, id, 100, 'usd', now(), now(), now(), 'refunded', now() from orders`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}

/** The scans of tables in a plan. */
function scansOf(plan: unknown): { node: string; table: string }[] {
  if (Array.isArray(plan)) return plan.flatMap(scansOf);
  if (typeof plan !== 'object' || plan === null) return [];
  const { 'Node Type': node, 'Relation Name': table, ...rest } = plan as Record<string, unknown>;
  const below = Object.values(rest).flatMap(scansOf);
  return typeof table === 'string' ? [{ node: String(node), table }, ...below] : below;
}

test('without METRICS_TOKEN the address /metrics is unknown like any other', async () => {
  const shop = await startShop();
  const [metrics, other] = [
    await shop.request('GET', '/metrics', { token }),
    await shop.request('GET', '/nothing-here'),
  ];
  expect([metrics.status, metrics.body]).toEqual([404, other.body]);
  await shop.close();
});
