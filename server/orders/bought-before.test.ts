import { CompiledQuery, sql, type KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '#contract/durations.ts';
import type { BoughtPart } from '#contract/bought-parts.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { freshDatabase } from '#test/database.ts';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let statements: CompiledQuery[] = [];
const listening: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    statements.push(database.db.getExecutor().compileQuery(node, queryId));
    return node;
  },
  transformResult: async ({ result }) => result,
};

const database = await freshDatabase();
const shop = await useShop({ database: { ...database, db: database.db.withPlugin(listening) } });
const admin = await shop.person('Ada Admin', { role: 'admin' });

/** What somebody bought before. */
async function boughtBy(as: Person, query = ''): Promise<BoughtPart[]> {
  const { status, body } = await shop.request('GET', `/api/bought-before${query}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Orders a minute after what was ordered before, and pays. */
async function buy(who: Person, part: string, quantity: number): Promise<string> {
  shop.clock.advance(minuteMs);
  const id = await shop.order(who, part, quantity);
  await shop.pay(who, id);
  return id;
}

const change = (id: string, to: Record<string, unknown>) =>
  database.db.updateTable('parts').set(to).where('id', '=', id).execute();
const refund = (id: string, what: { amount: number } | { pieces: number }) =>
  shop.request('POST', `/api/order/${id}/refund`, {
    as: admin,
    key: `refund-${id}`,
    body: { ...what, reason: 'Agreed', restock: false },
  });
const namesOf = (rows: readonly BoughtPart[]) => rows.map(({ productName }) => productName);

describe('what a customer bought before', () => {
  it('is each part once, the last order first, with its price and pieces then and now', async () => {
    const cora = await shop.person('Cora Customer');
    const disc = await samplePart(database.db, { name: 'Disc', partNumber: 'BB-1' });
    const pads = await samplePart(database.db, { name: 'Pads', partNumber: 'BB-2' });
    await buy(cora, disc, 300);
    await buy(cora, pads, 200);
    await change(disc, { price_cents: 1310 });
    const last = await buy(cora, disc, 200);
    const orderedAt = shop.clock.now().toISOString();
    await change(disc, { price_cents: 1400, name: 'Disc, coated' });

    const [first, second, ...more] = await boughtBy(cora);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      productId: disc,
      productName: 'Disc',
      partNumber: 'BB-1',
      orderId: last,
      orderedAt,
      quantity: 200,
      price: 13.1,
      orders: 2,
      pieces: 500,
      part: { _id: disc, name: 'Disc, coated', price: 14, inStock: 500 },
    });
    expect(second).toMatchObject({ productId: pads, quantity: 200, orders: 1, pieces: 200 });
  });

  it('is what was paid and kept by this customer: nothing unpaid, cancelled, given back or of others', async () => {
    const [cora, other] = [await shop.person('Cora Customer'), await shop.person('Otto Other')];
    const part = (name: string) => samplePart(database.db, { name });
    const [unpaid, cancelled, returned, kept] = [
      await part('Unpaid'),
      await part('Cancelled'),
      await part('Returned'),
      await part('Kept'),
    ];
    await buy(other, kept, 300);
    const keptOrder = await buy(cora, kept, 200);
    const returnedOrder = await buy(cora, returned, 200);
    await shop.order(cora, unpaid, 200);
    const id = await shop.order(cora, cancelled, 200);
    expect((await shop.request('DELETE', `/api/order?id=${id}`, { as: cora })).status).toBe(200);
    expect((await refund(keptOrder, { pieces: 50 })).status).toBe(200);
    expect((await refund(returnedOrder, { amount: 2500 })).status).toBe(200);

    const rows = await boughtBy(cora);
    expect(namesOf(rows)).toEqual(['Kept']);
    expect(rows[0]).toMatchObject({ quantity: 200, orders: 1, pieces: 150 });
    expect(await boughtBy(admin)).toEqual([]);
    expect((await shop.request('GET', '/api/bought-before')).status).toBe(401);
  });

  it('names what takes the place of a part, and nothing where it is gone', async () => {
    const cora = await shop.person('Cora Customer');
    const next = await samplePart(database.db, { name: 'Next', partNumber: 'NX-1' });
    const old = await samplePart(database.db, { name: 'Old', partNumber: 'OD-1' });
    const gone = await samplePart(database.db, { name: 'Gone' });
    await buy(cora, old, 200);
    await buy(cora, gone, 200);
    const archived_at = shop.clock.now();
    await change(old, { archived_at, replaced_by: next });
    await change(gone, { archived_at });
    const rows = await boughtBy(cora);
    expect(namesOf(rows)).toEqual(['Gone', 'Old']);
    expect(rows.map(({ part }) => part?.name ?? null)).toEqual([null, 'Next']);
    expect(rows[1]).toMatchObject({ productId: old, partNumber: 'OD-1' });
  });
});

describe('a search among it', () => {
  it('finds by words of the name in any order, and by any number in any writing', async () => {
    const cora = await shop.person('Cora Customer');
    const disc = await samplePart(database.db, { name: 'Brake disc, 50%', partNumber: 'SE-3122' });
    const hose = await samplePart(database.db, { name: 'Coolant hose', partNumber: 'SE-9' });
    await database.db
      .insertInto('part_numbers')
      .values({
        part_id: disc,
        kind: 'oe',
        number: '8K0 698 451',
        number_key: partNumberKey('8K0 698 451'),
        maker: 'VW',
      })
      .execute();
    await buy(cora, hose, 200);
    await buy(cora, disc, 200);
    await change(hose, { name: 'Radiator hose' });
    const found = async (q: string) =>
      namesOf(await boughtBy(cora, `?${new URLSearchParams({ q }).toString()}`));
    for (const q of ['DISC brake', 'se 3122', '3122', '8k0698451', '698 451', '50%'])
      expect(await found(q), q).toEqual(['Brake disc, 50%']);
    // Under its name of then and of now.
    expect(await found('coolant')).toEqual(['Coolant hose']);
    expect(await found('radiator')).toEqual(['Coolant hose']);
    expect(await found('%')).toEqual(['Brake disc, 50%']);
    expect(await found('se')).toEqual(['Brake disc, 50%', 'Coolant hose']);
    expect(await found('')).toEqual(['Brake disc, 50%', 'Coolant hose']);
    expect(await found('disc hose')).toEqual([]);
    expect(namesOf(await boughtBy(cora, `?productId=${hose}`))).toEqual(['Coolant hose']);
  });
});

describe('an account with thousands of orders', () => {
  it('reads it page by page, each part once, in three statements and by indexes', async () => {
    const [cora, other] = [await shop.person('Cora Customer'), await shop.person('Otto Other')];
    const part = await samplePart(database.db, { name: 'Of many' });
    await buy(cora, part, 200);
    await fillOrders(cora, other);
    const seen: string[] = [];
    let next: string | undefined = '/api/bought-before?limit=100';
    while (next !== undefined) {
      statements = [];
      const { body, headers } = await shop.request('GET', next, { as: cora });
      // One more says who asks.
      expect(statements.length).toBeLessThanOrEqual(4);
      seen.push(...body.map(({ productId }: BoughtPart) => productId));
      next = /<([^>]*)>; rel="next"/.exec(String(headers['link']))?.[1];
    }
    expect(seen.length).toBe(251);
    expect(new Set(seen).size).toBe(251);
    statements = [];
    const [first] = await boughtBy(cora, '?limit=1');
    const plan = await planOf(statements.find((one) => one.sql.includes('orders its')));
    expect(plan).toContain('"Index Name":"orders_bought"');
    expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{]*"Relation Name":"orders"/);
    expect(first).toMatchObject({ orders: 20, pieces: 20 * 300 });
  });
});

async function planOf(statement: CompiledQuery | undefined): Promise<string> {
  const { rows } = await database.db.executeQuery(
    CompiledQuery.raw(`explain (format json) ${statement?.sql}`, [
      ...(statement?.parameters ?? []),
    ]),
  );
  return JSON.stringify(rows);
}

/** 5,000 paid orders of 250 parts by one customer, 20,000 by another. */
async function fillOrders(one: Person, other: Person): Promise<void> {
  await sql`
    insert into parts (id, name, brand, description, image, price_cents, order_quantity, in_stock, created_at, updated_at)
    select gen_random_uuid(), 'Many ' || n, 'Brakkenfeld', '', '', 100, 1, 1, now(), now() from generate_series(1, 250) n`.execute(
    database.db,
  );
  await sql`
    insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email,
      address, phone, state, transaction_id, created_at, paid_at)
    select gen_random_uuid(), case when n <= 5000 then ${one.userId} else ${other.userId} end::uuid, many.id, many.name, '', 100, 300, 30000,
      'n', 'e', 'a', 'p', 'paid', 'many ' || n, t, t
    from generate_series(1, 25000) n
    join (select id, name, row_number() over (order by id) - 1 as at from parts where name like 'Many %') many on many.at = n % 250
    cross join lateral (select ${shop.clock.now()}::timestamptz + n * interval '1 minute' as t) moment`.execute(
    database.db,
  );
  await sql`analyze`.execute(database.db);
}
