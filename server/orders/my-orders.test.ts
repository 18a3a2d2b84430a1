import { sql, type KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ListedBatch, MyOrder } from '#contract/my-orders.ts';
import { freshDatabase } from '#test/database.ts';
import type { Person } from '#test/harness.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};
const database = await freshDatabase();
const shop = await useShop({ database: { ...database, db: database.db.withPlugin(counting) } });

const hour = 3_600_000;
const ask = async (as: Person, query = '') => shop.request('GET', `/api/my-orders${query}`, { as });
const listed = async (as: Person, query = ''): Promise<MyOrder[]> => {
  const { status, body } = await ask(as, query);
  expect([status, body]).toEqual([200, expect.any(Array)]);
  return body;
};
/** What is listed, in short: numbers of parts, and batches by their PO numbers. */
const inShort = async (as: Person, query = '') =>
  (await listed(as, query)).map((one) =>
    one.kind === 'batch' ? `${one.poNumber}: ${one.listed} of ${one.lines}` : one.partNumber,
  );
const cancel = (as: Person, id: string) => shop.request('DELETE', `/api/order?id=${id}`, { as });

describe('my orders', () => {
  let ana: Person;
  let parts: string[];
  let batch: { insertedId: string; orders: { _id: string; productId: string }[] };
  let single: string;

  /** Of Ana: a pad that is pending, then a list of three (one cancelled), an hour later an unpaid disc; of others one order. */
  beforeAll(async () => {
    const bea = await shop.person('Bea Duarte');
    ana = await shop.person('Ana Duarte');
    parts = await Promise.all(
      ['Brake pad', 'Brake disc', 'Oil filter'].map((name, at) =>
        samplePart(shop.db, { name, partNumber: `MY-10${at}` }),
      ),
    );
    const [pad = '', disc = '', filter = ''] = parts;
    await shop.pay(ana, await shop.order(ana, pad, 200));
    await shop.order(bea, pad, 200);
    shop.clock.advance(hour);
    const more = { poNumber: '4500-1187 =cmd', note: 'Back door' };
    batch = (
      await placeBatch(
        shop,
        ana,
        [
          [filter, 200],
          [disc, 300],
          [pad, 200],
        ],
        { more },
      )
    ).body;
    await cancel(ana, batch.orders[2]?._id ?? '');
    shop.clock.advance(hour);
    single = await shop.order(ana, disc, 200);
  });

  it('are single orders and batches, newest first, of their customer alone', async () => {
    const rows = await listed(ana);
    expect(rows).toEqual([
      expect.objectContaining({
        kind: 'order',
        _id: single,
        productName: 'Brake disc',
        partNumber: 'MY-101',
        cancelled: false,
        batchId: null,
      }),
      {
        kind: 'batch',
        _id: batch.insertedId,
        number: expect.stringMatching(/^UB-[\dA-F]{10}$/),
        createdAt: '2026-11-20T10:00:00.000Z',
        poNumber: '4500-1187 =cmd',
        lines: 3,
        listed: 2,
        quantity: 500,
        total: 6250,
        states: { unpaid: 2, pending: 0, shipped: 0, refunded: 0, cancelled: 1 },
        unpaidTotal: 6250,
        heldUntil: expect.any(String),
      },
      expect.objectContaining({ kind: 'order', productName: 'Brake pad', paid: true }),
    ]);
    expect(await listed(await shop.person('Nobody'))).toEqual([]);
    expect((await shop.request('GET', '/api/my-orders')).status).toBe(401);
  });

  it('open to the lines of a batch in the order of its list, for its customer alone', async () => {
    const lines = await listed(ana, `?batch=${batch.insertedId}`);
    expect(lines.map((line) => line._id)).toEqual(batch.orders.slice(0, 2).map(({ _id }) => _id));
    expect(await inShort(ana, `?batch=${batch.insertedId}&q=filter`)).toEqual(['MY-102']);
    expect(await inShort(ana, `?batch=${batch.insertedId}&state=cancelled`)).toEqual(['MY-100']);
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    expect(await listed(admin, `?batch=${batch.insertedId}`)).toEqual([]);
  });

  it.each([
    ['words of a name', 'q=brake', ['MY-101', '4500-1187 =cmd: 1 of 3', 'MY-100']],
    ['an own number', 'q=my101', ['MY-101', '4500-1187 =cmd: 1 of 3']],
    ['the beginning of an own number', 'q=MY-10', ['MY-101', '4500-1187 =cmd: 2 of 3', 'MY-100']],
    ['a PO number', 'q=1187', ['4500-1187 =cmd: 2 of 3']],
    ['nothing that is there', 'q=100%25', []],
    ['unpaid ones', 'state=unpaid', ['MY-101', '4500-1187 =cmd: 2 of 3']],
    ['pending ones', 'state=pending', ['MY-100']],
    ['shipped ones', 'state=shipped', []],
    ['cancelled ones', 'state=cancelled', ['4500-1187 =cmd: 1 of 3']],
    ['a first day', 'since=2026-11-20T09:30:00Z', ['MY-101', '4500-1187 =cmd: 2 of 3']],
    ['a last day', 'until=2026-11-20T10:30:00Z', ['4500-1187 =cmd: 2 of 3', 'MY-100']],
    ['all of it', 'q=brake&state=unpaid&until=2026-11-20T10:30:00Z', ['4500-1187 =cmd: 1 of 3']],
  ])('are narrowed by %s', async (_, query, expected) => {
    expect(await inShort(ana, `?${query}`)).toEqual(expected);
  });

  it('are found by the beginning of the number or the id of an order or a list', async () => {
    const digits = (id: string) => id.replaceAll('-', '').slice(0, 10).toUpperCase();
    const list = '4500-1187 =cmd: 1 of 3';
    expect(await inShort(ana, `?q=UH-${digits(single)}`)).toEqual(['MY-101']);
    expect(await inShort(ana, `?q=${single}`)).toEqual(['MY-101']);
    expect(await inShort(ana, `?q=${digits(single).slice(0, 6).toLowerCase()}`)).toEqual([
      'MY-101',
    ]);
    expect(await inShort(ana, `?q=uh-${digits(batch.orders[0]?._id ?? '')}`)).toEqual([list]);
    expect(await inShort(ana, `?q=UB-${digits(batch.insertedId)}`)).toEqual([
      '4500-1187 =cmd: 2 of 3',
    ]);
    expect(await inShort(ana, `?q=UH-${'0'.repeat(10)}`)).toEqual([]);
  });

  it('are paged without a gap or a row twice, whatever kind the rows are of', async () => {
    const walked: MyOrder[] = [];
    let address: string | undefined = '/api/my-orders?limit=1';
    while (address !== undefined) {
      const { body, headers } = await shop.request('GET', address, { as: ana });
      walked.push(...body);
      address = /<([^>]+)>/.exec(String(headers['link'] ?? ''))?.[1];
      expect(walked.length).toBeLessThan(9);
    }
    expect(walked).toEqual(await listed(ana));
  });

  it('are a file of orders one by one, in which no text is a formula', async () => {
    const { status, body, headers } = await shop.request('GET', '/api/my-orders.csv?state=unpaid', {
      as: ana,
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = String(body).trim().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(2, 8).join())).toEqual([
      'PO number,Ordered at,Number,Product,Price,Quantity',
      ',2026-11-20T11:00:00.000Z,MY-101,Brake disc,12.50,200',
      '4500-1187 =cmd,2026-11-20T10:00:00.000Z,MY-102,Oil filter,12.50,200',
      '4500-1187 =cmd,2026-11-20T10:00:00.000Z,MY-101,Brake disc,12.50,300',
    ]);
    const evil = await shop.person('Eve Duarte');
    await placeBatch(shop, evil, [[parts[0] ?? '', 200]], { more: { poNumber: '=1+1' } });
    const file = await shop.request('GET', '/api/my-orders.csv', { as: evil });
    expect(file.body).toContain(",'=1+1,");
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const order = await shop.order(evil, parts[0] ?? '', 300);
    await shop.pay(evil, order);
    await shop.request('POST', `/api/orders/${order}/shipments`, {
      as: admin,
      body: { quantity: 120 },
    });
    const shipped = await shop.request('GET', '/api/my-orders.csv?state=pending', { as: evil });
    const [heads, row] = String(shipped.body).split('\r\n');
    expect(heads).toContain(',Quantity,Shipped,Total,Refunded,Status,');
    expect(row).toContain(',300,120,3750.00,0.00,Shipped 120 of 300,');
  });

  it.each(['state=new', 'since=yesterday', 'batch=1', `q=${'x'.repeat(201)}`, 'limit=1001'])(
    'refuse %s',
    async (query) => {
      const { status, body } = await ask(ana, `?${query}`);
      expect([status, body.error]).toEqual([422, 'invalid_input']);
    },
  );
});

describe('an account with 5,000 orders', () => {
  it('is answered by a number of statements that does not grow', async () => {
    const [big, part] = [await shop.person('Big Fleet'), await samplePart(shop.db)];
    await insertMany(big.userId, part);
    const asked = async (query: string) => {
      const before = statements;
      const rows = await listed(big, query);
      return { rows, used: statements - before };
    };
    const few = await asked('?limit=2');
    const page = await asked('?limit=20');
    expect(page.rows).toHaveLength(20);
    expect(page.used).toBe(few.used);
    expect(page.rows.filter(({ kind }) => kind === 'batch')).toHaveLength(4);
    const found = await asked('?limit=20&q=oil&state=shipped&until=2026-06-01T00:00:00Z');
    expect(found.rows).toHaveLength(20);
    expect(found.used).toBe(few.used);
    const [first] = page.rows.filter((row): row is ListedBatch => row.kind === 'batch');
    expect(first).toMatchObject({ lines: 40, listed: 40 });
    const file = await shop.request('GET', '/api/my-orders.csv', { as: big });
    expect(String(file.body).trim().split('\r\n')).toHaveLength(5001);
  });
});

/** 50 batches of 40 lines and 3,000 single orders, one entry an hour; every third line is of an oil filter, all are shipped. */
async function insertMany(userId: string, partId: string): Promise<void> {
  const start = new Date('2026-01-01T00:00:00Z');
  await sql`insert into batches (id, user_id, created_at)
    select gen_random_uuid(), ${userId}::uuid, ${start}::timestamptz + n * interval '5 hours' from generate_series(1, 50) n`.execute(
    shop.db,
  );
  const order = sql`gen_random_uuid(), ${userId}::uuid, ${partId}::uuid, case when n % 3 = 0 then 'Oil filter' else 'Brake disc' end,
    '/pictures/brake-disc.webp', 1250, 200, 250000, 'Big', 'big@example.com', 'Dock', '1', 'shipped'`;
  const columns = sql`insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name,
    email, address, phone, state, created_at, paid_at, shipped_at, transaction_id, batch_id)`;
  await sql`${columns} select ${order}, created_at, created_at, created_at, gen_random_uuid()::text, id from batches, generate_series(1, 40) n
    where user_id = ${userId}::uuid`.execute(shop.db);
  await sql`${columns} select ${order}, at, at, at, gen_random_uuid()::text, null from generate_series(1, 3000) n,
    lateral (select ${start}::timestamptz + (n - 2750) * interval '1 hours' + interval '30 minutes' as at) t`.execute(
    shop.db,
  );
}
