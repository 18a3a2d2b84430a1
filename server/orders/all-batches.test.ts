import { beforeAll, expect, it } from 'vitest';
import { batchNumber } from '#contract/batch-rules.ts';
import type { Person } from '#test/harness.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
let ana: Person;
/** Of Ana: 'A-1', three lines, one paid and one cancelled; of Bea, an hour later: 'B-1', two unpaid. */
let lists: { insertedId: string; orders: { _id: string }[] }[];

beforeAll(async () => {
  ana = await shop.person('Ana Duarte');
  const parts = [];
  for (let at = 0; at < 3; at += 1) parts.push([await samplePart(shop.db), 200] as const);
  const a = (await placeBatch(shop, ana, parts, { more: { poNumber: 'A-1 100%' } })).body;
  shop.clock.advance(3_600_000);
  const bea = await shop.person('Bea <b>');
  const more = { poNumber: 'B-1' };
  const b = (await placeBatch(shop, bea, parts.slice(1), { from: '198.51.100.9', more })).body;
  await shop.order(ana, parts[0]?.[0] ?? '', 200);
  await shop.pay(ana, a.orders[0]._id);
  await shop.request('DELETE', `/api/order?id=${a.orders[1]._id}`, { as: ana });
  lists = [a, b];
});

const ask = (query = '', as: Person | undefined = admin) =>
  shop.request('GET', `/api/admin/batches${query}`, as && { as });
const inShort = async (query: string) =>
  (await ask(query)).body.map((row: { poNumber: string; listed: number }) => [
    row.poNumber,
    row.listed,
  ]);

it('admins see all lists, newest first, each as one row with its customer', async () => {
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body).toMatchObject([{ poNumber: 'B-1', name: 'Bea <b>' }, {}]);
  expect(body[1]).toEqual({
    kind: 'batch',
    _id: lists[0]?.insertedId,
    number: batchNumber(lists[0]?.insertedId ?? ''),
    createdAt: '2026-11-20T09:00:00.000Z',
    poNumber: 'A-1 100%',
    name: 'Ana Duarte',
    email: ana.email,
    lines: 3,
    listed: 2,
    quantity: 400,
    total: 5000,
    states: { unpaid: 1, pending: 1, shipped: 0, refunded: 0, cancelled: 1 },
    unpaidTotal: 2500,
    heldUntil: expect.any(String),
  });
});

it.each([
  ['', ['B-1', 2], ['A-1 100%', 2]],
  ['?q=ana%20d', ['A-1 100%', 2]],
  ['?q=b-1', ['B-1', 2]],
  ['?q=100%25', ['A-1 100%', 2]],
  ['?q=nobody'],
  ['?state=unpaid', ['B-1', 2], ['A-1 100%', 1]],
  ['?state=pending', ['A-1 100%', 1]],
  ['?state=cancelled', ['A-1 100%', 1]],
  ['?state=shipped'],
  ['?state=unpaid&q=ana', ['A-1 100%', 1]],
])('%s finds those, and they are counted', async (query, ...expected) => {
  expect(await inShort(query)).toEqual(expected);
  const { body } = await shop.request('GET', `/api/admin/batches/count${query}`, { as: admin });
  expect(body).toEqual({ count: expected.length, more: false });
});

it('a list is found by the beginning of its number or id', async () => {
  const insertedId = lists[0]?.insertedId ?? '';
  for (const q of [batchNumber(insertedId), batchNumber(insertedId).slice(3), insertedId])
    expect(await inShort(`?q=${q.toLowerCase()}`)).toEqual([['A-1 100%', 2]]);
});

it('they are paged, and are for admins', async () => {
  const first = await ask('?limit=1');
  const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
  const second = await shop.request('GET', next, { as: admin });
  expect([...first.body, ...second.body]).toEqual((await ask()).body);
  expect(second.headers['link']).toBe(undefined);
  expect((await ask('', ana)).status).toBe(403);
  expect((await shop.request('GET', '/api/admin/batches')).status).toBe(401);
});

it('a list of more pieces than an integer holds is listed with its sums', async () => {
  const [{ insertedId } = { insertedId: '' }] = lists;
  const of = { unit_price_cents: 1, quantity: 1_100_000_000, total_cents: 1_100_000_000 };
  const many = shop.db.updateTable('orders').set(of);
  await many.where('batch_id', '=', insertedId).execute();
  for (const path of ['/api/admin/batches', '/api/my-orders']) {
    const as = path.includes('admin') ? admin : ana;
    const { status, body } = await shop.request('GET', path, { as });
    expect(status).toBe(200);
    expect(body).toContainEqual(
      expect.objectContaining({ _id: insertedId, quantity: 2_200_000_000 }),
    );
  }
});
