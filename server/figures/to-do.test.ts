import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts';
import type { ToDo } from '#contract/figures.ts';
import { countEmptySearch } from '#server/search/empty-searches-store.ts';
import { recordStatements } from '#test/recorded-statements.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada', { role: 'admin', tokenHours: 1000 });
const buyer = await shop.person('Bea', { tokenHours: 1000 });
const { dashboard } = shop.sandbox.sandbox;

const toDo = async (): Promise<ToDo> =>
  (await shop.request('GET', '/api/admin/to-do', { as: admin })).body;
const rowsOf = async (address: string): Promise<{ _id: string }[]> =>
  (await shop.request('GET', `/api${address}`, { as: admin })).body;
const none = { count: 0, more: false };
const one = { count: 1, more: false };

it('is nothing in a new shop', async () => {
  const { unpaid, doctor, ...counts } = await toDo();
  expect(Object.values(counts)).toEqual(Object.values(counts).map(() => none));
  expect(doctor).toBeNull();
  expect(unpaid).toEqual(
    ['hour', 'day', 'three', 'longer'].map((age) => ({ age, orders: 0, total: 0 })),
  );
});

it('has the numbers of the lists that show the rows', async () => {
  const part = await samplePart(shop.db, { inStock: 2000 });
  const paid = async (pieces = 200) => {
    const order = await shop.order(buyer, part, pieces);
    return { order, intent: await shop.pay(buyer, order) };
  };
  const toShip = await paid();
  const disputed = await paid();
  await dashboard.dispute(disputed.intent);
  await shop.sandbox.sendEvents();
  const failed = await paid();
  await shop.request('POST', `/api/order/${failed.order}/refund`, {
    as: admin,
    body: { amount: 100, reason: 'Scratched', restock: false },
  });
  const [refund] = await shop.db.selectFrom('refunds').selectAll().execute();
  await dashboard.failRefund(refund?.provider_id ?? '');
  await shop.sandbox.sendEvents();
  const sentBack = await paid();
  await shop.request('PATCH', `/api/order/${sentBack.order}`, {
    as: admin,
    body: { status: 'shipped' },
  });
  await shop.request('POST', `/api/orders/${sentBack.order}/returns`, {
    as: buyer,
    body: { reason: 'faulty', quantity: 10 },
  });
  const soldOut = await samplePart(shop.db, { inStock: 200 });
  await shop.pay(buyer, await shop.order(buyer, soldOut, 200));
  // Nobody bought this one.
  const unsold = await samplePart(shop.db, { inStock: 0, name: 'Brak lamp' });
  const newcomer = await shop.person('Cem', { tokenHours: 1000 });
  await shop.order(newcomer, part, 200);
  await countEmptySearch(shop, 'flux capacitor');
  const now = await toDo();
  const ids = async (address: string) => (await rowsOf(address)).map(({ _id }) => _id);
  expect(now.ordersToShip.count).toBe((await ids('/order?state=pending')).length);
  expect(await ids('/order?state=pending')).toContain(toShip.order);
  expect([now.disputedOrders, await ids('/order?state=disputed')]).toEqual([one, [disputed.order]]);
  expect([now.failedRefunds, await ids('/order?state=refund-failed')]).toEqual([
    one,
    [failed.order],
  ]);
  expect([now.soldOut, await ids('/admin/parts?show=sold-out')]).toEqual([one, [soldOut]]);
  const namesOf = (id: string) =>
    shop.db
      .selectFrom('parts')
      .select(['name', 'part_number'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const found = async (typed: string | null) =>
    ids(`/admin/parts?show=sold-out&q=${encodeURIComponent(typed ?? '')}`);
  const { name, part_number: number } = await namesOf(soldOut);
  // By a word, by what begins one and is one of a part that nobody bought, by a piece of one, and by the number.
  for (const typed of [name, 'Brak', name.slice(1, 4), number])
    expect([typed, await found(typed)]).toEqual([typed, [soldOut]]);
  expect(await found((await namesOf(unsold)).part_number)).toEqual([]);
  expect([now.heldByNewcomers, (await ids('/order?state=never-paid')).length]).toEqual([one, 1]);
  expect([now.returnsAsked, (await ids('/admin/returns?status=asked')).length]).toEqual([one, 1]);
  expect([now.emptySearches, now.paymentsWithoutOrder, now.failedMails]).toEqual([one, none, none]);
  expect(now.unpaid[0]).toEqual({ age: 'hour', orders: 1, total: 2500 });
});

it('tells unpaid orders by their age', async () => {
  shop.clock.advance(2 * hourMs);
  expect((await toDo()).unpaid[1]).toMatchObject({ orders: 1 });
  shop.clock.advance(dayMs);
  expect((await toDo()).unpaid[2]).toMatchObject({ orders: 1 });
});

it('forgets what was sold out longer than thirty days ago', async () => {
  shop.clock.advance(28 * dayMs);
  expect((await toDo()).soldOut).toEqual(one);
  shop.clock.advance(2 * dayMs);
  expect((await toDo()).soldOut).toEqual(none);
  for (const q of ['', '&q=brake', '&q=rak'])
    expect(await rowsOf(`/admin/parts?show=sold-out${q}`)).toEqual([]);
});

it('says what the doctor found last', async () => {
  await shop.request('POST', '/api/admin/doctor/runs', { as: admin });
  await shop.workOnDoctor();
  shop.clock.advance(minuteMs);
  const { doctor } = await toDo();
  const { checkedAt, checks } = (await shop.request('GET', '/api/admin/doctor', { as: admin }))
    .body;
  expect(doctor).toEqual({
    checkedAt,
    broken: checks.filter(({ status }: { status: string }) => status === 'broken').length,
    unknown: checks.filter(({ status }: { status: string }) => status === 'unknown').length,
  });
});

it.each([
  ['the same on many days', [['300', '12']], { count: 300, more: false }],
  [
    'more than are listed, on different days',
    [
      ['300', '12'],
      ['900', '1'],
    ],
    { count: 500, more: true },
  ],
  ['more than are listed, on one day', [['501', '1']], { count: 500, more: true }],
  ['as many as are listed', [['500', '1']], { count: 500, more: false }],
] as const)('counts texts that found nothing: %s', async (_name, kinds, found) => {
  await shop.db.deleteFrom('empty_searches').execute();
  for (const [texts, days] of kinds)
    await sql`insert into empty_searches (day, text, searches)
      select ${shop.clock.now()}::timestamptz::date - d, 'of ' || ${days}::text || ' days ' || n, 1
      from generate_series(1, ${texts}::int) n, generate_series(1, ${days}::int) d`.execute(
      shop.db,
    );
  expect((await toDo()).emptySearches).toEqual(found);
});

it('knows from the newest texts that there are more than are listed, wherever their rows stand', async () => {
  await shop.db.deleteFrom('empty_searches').execute();
  await sql`insert into empty_searches (day, text, searches)
    select ${shop.clock.now()}::timestamptz::date - d, 'text ' || n, 1
    from generate_series(1, 600) n, generate_series(1, 20) d order by n, d`.execute(shop.db);
  await sql`analyze empty_searches`.execute(shop.db);
  const statements = await recordStatements(async () =>
    expect((await toDo()).emptySearches).toEqual({ count: 500, more: true }),
  );
  expect(statements.filter(({ text }) => text.includes('empty_searches'))).toHaveLength(1);
});
