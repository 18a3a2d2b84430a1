import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A short form in `npm test`; `HISTORIES=300` is the long one. */
const runs = Number(process.env['HISTORIES'] ?? 8);
const seed = Number(process.env['SEED'] ?? 20_261_123);
const loopback = '127.0.0.1';
let networks = 0;
const elsewhere = () => `10.0.${(networks += 1) >> 8}.${networks & 255}`;

const shop = await useShop();
let parts: string[] = [];
beforeAll(async () => {
  parts = await partsOf(shop);
});
beforeEach(() => shop.clock.advance(1000));

/** One more than an account that never paid may have as lines. */
const partsOf = ({ db }: TestShop) =>
  Promise.all(Array.from({ length: 61 }, () => samplePart(db, { inStock: 100_000_000 })));
const list = (lines: number, of = parts) => of.slice(0, lines).map((id) => [id, 200] as const);
const batch = (as: Person, lines: number, from: string) =>
  placeBatch(shop, as, list(lines), { from });
const single = (as: Person, from: string) =>
  shop.request('POST', '/api/orders', {
    as,
    from,
    body: { productId: parts[0], quantity: 200, address: '12 Dock Road, Leeds', phone: '1' },
  });
const somebody = (emailVerified = true) =>
  shop.person('Ana Duarte', { emailVerified, tokenHours: 10_000 });

describe('lists of accounts that never paid', () => {
  it.each([true, false])(
    'have 60 unpaid lines, held for 60 minutes (confirmed: %s)',
    async (is) => {
      const [ana, home] = [await somebody(is), elsewhere()];
      const { body } = await batch(ana, 59, home);
      expect(Date.parse(body.heldUntil) - shop.clock.now().getTime()).toBe(hour);
      expect((await single(ana, home)).status).toBe(201);
      shop.clock.advance(minute);
      const full = await single(ana, home);
      const roomAt = new Date(Date.parse(body.heldUntil) + minute).toISOString();
      expect([full.status, full.body]).toEqual([
        429,
        expect.objectContaining({
          error: 'too_many_unpaid_orders',
          limit: 'account',
          most: 60,
          roomAt,
        }),
      ]);
      expect((await batch(ana, 1, home)).body).toMatchObject({
        counted: 'lines',
        most: 60,
        roomAt,
      });
      const hold = await shop.request('GET', '/api/hold', { as: ana, from: home });
      expect(hold.body.list).toEqual({ minutes: 60, unpaid: 60, mostLines: 60 });
      await shop.request('DELETE', `/api/order?id=${body.orders[0]._id}`, { as: ana });
      expect((await batch(ana, 1, home)).status).toBe(201);
    },
  );

  it('have room again when enough of them have ended', async () => {
    const [ana, home] = [await somebody(), elsewhere()];
    const ends = [];
    for (const lines of [20, 20, 20]) {
      ends.push(Date.parse((await batch(ana, lines, home)).body.heldUntil));
      shop.clock.advance(minute);
    }
    for (const [lines, first] of [
      [1, 0],
      [20, 0],
      [21, 1],
      [60, 2],
    ] as const)
      expect(await batch(ana, lines, home)).toMatchObject({
        body: { roomAt: new Date((ends[first] ?? 0) + minute).toISOString() },
      });
  });

  it('are never longer than that, and hear that no wait helps', async () => {
    const { status, headers, body } = await batch(await somebody(), 61, elsewhere());
    expect([status, headers['retry-after'], body]).toEqual([
      422,
      undefined,
      {
        acknowledged: false,
        error: 'too_many_lines',
        message:
          'Before the first payment a list may not be this long. Order and pay a part of it first.',
        limit: 'account',
        most: 60,
      },
    ]);
  });

  it('share 200 lines per network, which take no single order away from others', async () => {
    const home = elsewhere();
    for (const lines of [60, 60, 60]) await batch(await somebody(), lines, home);
    const full = await batch(await somebody(), 21, home);
    expect([full.status, full.body.limit, full.body.counted, full.body.most]).toEqual([
      429,
      'network',
      'lines',
      200,
    ]);
    expect((await batch(await somebody(), 20, home)).status).toBe(201);
    expect((await single(await somebody(), home)).status).toBe(201);
    expect((await batch(await somebody(), 60, elsewhere())).status).toBe(201);
  });

  it('count as one order, and hold as long, once an order is paid; until all of it is refunded', async () => {
    const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
    const [ana, home] = [await somebody(), elsewhere()];
    const first = await batch(ana, 60, home);
    const [line] = first.body.orders;
    await shop.pay(ana, line._id);
    const address = `/api/batches/${first.body.insertedId}`;
    const held = (await shop.request('GET', address, { as: ana })).body.orders
      .filter(({ paid }: { paid: boolean }) => !paid)
      .map(({ heldUntil }: { heldUntil: string }) => Date.parse(heldUntil));
    expect(new Set(held)).toEqual(new Set([shop.clock.now().getTime() + 72 * hour]));
    expect((await batch(ana, 61, home)).status).toBe(201);
    expect((await shop.request('GET', '/api/hold', { as: ana, from: home })).body).toMatchObject({
      unpaid: 2,
      mostUnpaid: 20,
      list: { unpaid: 2, mostLines: null },
    });
    for (let units = 2; units < 20; units += 1) expect((await single(ana, home)).status).toBe(201);
    for (const more of [await single(ana, home), await batch(ana, 1, home)])
      expect(more.body).toMatchObject({
        error: 'too_many_unpaid_orders',
        counted: 'units',
        most: 20,
      });

    const refund = { amount: line.total, reason: 'Cracked', restock: false };
    const back = `/api/order/${line._id}/refund`;
    await shop.request('POST', back, { as: admin, body: refund });
    expect((await batch(ana, 61, home)).body.error).toBe('too_many_lines');
    expect((await batch(ana, 1, home)).body).toMatchObject({ limit: 'account', most: 60 });
  });

  it('have 500 lines, held for the longest time, where somebody tries the demo out on its own machine', async () => {
    const una = await somebody(false);
    const { body } = await batch(una, 61, loopback);
    expect(Date.parse(body.heldUntil) - shop.clock.now().getTime()).toBe(72 * hour);
    for (let lines = 61; lines + 61 <= 500; lines += 61) await batch(una, 61, loopback);
    expect((await batch(una, 13, loopback)).body).toMatchObject({ limit: 'account', most: 500 });
    expect((await batch(una, 12, loopback)).status).toBe(201);
  });

  it('are not held longer when the address is confirmed, single orders are', async () => {
    const { lengthenHolds } = await import('#server/holds/store.ts');
    const [una, home] = [await somebody(false), elsewhere()];
    await batch(una, 1, home);
    await single(una, home);
    const users = shop.db.updateTable('users').set({ email_verified: true });
    await users.where('id', '=', una.userId).execute();
    await lengthenHolds(shop.db, una.userId, 72);
    const { body } = await shop.request('GET', `/api/orders?email=${una.email}`, { as: una });
    const minutes = (body as { batchId: string | null; heldUntil: string }[]).map((one) => [
      one.batchId === null,
      (Date.parse(one.heldUntil) - shop.clock.now().getTime()) / minute,
    ]);
    expect(new Map(minutes as [boolean, number][])).toEqual(
      new Map([
        [false, 60],
        [true, 240],
      ]),
    );
  });
});

/** An order as the model knows it. */
interface Known {
  readonly id: string;
  readonly who: number;
  readonly batch: string | null;
  readonly placedAt: number;
  until: number;
  shared: boolean;
  state: 'unpaid' | 'paid' | 'refunded' | 'over';
}

type Order =
  | { readonly do: 'single'; readonly who: number }
  | { readonly do: 'batch'; readonly who: number; readonly lines: number };

type Step =
  | Order
  | { readonly do: 'pay' | 'cancel' | 'refund'; readonly who: number }
  | { readonly do: 'wait'; readonly minutes: number };

const who = fc.integer({ min: 0, max: 4 });
const steps = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('single'), who }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('batch'),
        who,
        lines: fc.constantFrom(1, 2, 20, 40, 57, 60, 61),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('pay', 'cancel', 'refund'), who }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(30, 61, 241) }),
    },
  ),
  { minLength: 10, maxLength: 40 },
);

interface World {
  readonly admin: Person;
  readonly home: string;
  /** Four accounts of one network, the first not confirmed; the fifth tries the demo out on its machine. */
  readonly people: readonly Person[];
  readonly orders: Known[];
}

const visitor = 4;
const openOf = (orders: readonly Known[]) => orders.filter(({ state }) => state === 'unpaid');

/** The table of docs/decisions/0045, by going through the orders. */
function outcome(step: Order, all: readonly Known[]) {
  const own = all.filter((order) => order.who === step.who);
  const wanted = step.do === 'batch' ? step.lines : 1;
  const open = openOf(own);
  const singles = open.filter((order) => order.batch === null).length;
  const units = singles + new Set(open.flatMap((order) => order.batch ?? [])).size;
  const shared = openOf(all).filter((order) => order.shared);
  const [isVisitor, keeps] = [step.who === visitor, own.some(({ state }) => state === 'paid')];
  const isTrusted = isVisitor || own.some(({ state }) => state === 'paid' || state === 'refunded');
  const most = isVisitor ? 500 : 60;
  const answer = (ok: boolean, holdMs: number, shares: boolean) => ({
    status: ok ? 201 : 429,
    holdMs,
    shares,
  });
  if (step.do === 'single') {
    const [few, ms] = isTrusted ? [20, 72 * hour] : step.who === 0 ? [3, hour] : [5, 4 * hour];
    const room = isTrusted || shared.filter((order) => order.batch === null).length < 10;
    const fits = keeps ? units < 20 : singles < few && open.length < most;
    return answer(fits && room, ms, !isTrusted);
  }
  if (keeps) return answer(units < 20, 72 * hour, false);
  if (wanted > most) return { status: 422, holdMs: 0, shares: false };
  const room = isVisitor || shared.length + wanted <= 200;
  return answer(open.length + wanted <= most && room, isVisitor ? 72 * hour : hour, !isVisitor);
}

async function place(world: World, step: Order): Promise<void> {
  const placedAt = shop.clock.now().getTime();
  const from = step.who === visitor ? loopback : world.home;
  const person = world.people[step.who] as Person;
  const answer =
    step.do === 'batch' ? await batch(person, step.lines, from) : await single(person, from);
  const { status, holdMs, shares } = outcome(step, world.orders);
  const until = placedAt + holdMs;
  expect([answer.status, answer.body.heldUntil], JSON.stringify([step, answer.body])).toEqual([
    status,
    status === 201 ? new Date(until).toISOString() : undefined,
  ]);
  const { insertedId, orders = [] } = answer.body;
  const ids =
    step.do === 'batch'
      ? orders.map(({ _id }: { _id: string }) => _id)
      : [insertedId].filter(Boolean);
  for (const id of ids)
    world.orders.push({
      id,
      who: step.who,
      batch: step.do === 'batch' ? insertedId : null,
      placedAt,
      until,
      shared: shares,
      state: 'unpaid',
    });
}

async function wait({ orders }: World, minutes: number): Promise<void> {
  shop.clock.advance(minutes * minute);
  // A minute ends the first hundred orders and what belongs to their lists.
  for (let round = 0; round < 3; round += 1) await shop.everyMinute();
  for (const one of openOf(orders)) if (one.until <= shop.clock.now().getTime()) one.state = 'over';
}

async function pay({ orders, people }: World, payer: number): Promise<void> {
  const open = openOf(orders).filter((one) => one.who === payer);
  const [first] = open;
  if (first === undefined) return;
  await shop.pay(people[payer] as Person, first.id);
  first.state = 'paid';
  for (const other of open) {
    other.until = Math.max(other.until, other.placedAt + 72 * hour);
    other.shared = false;
  }
}

async function giveBack({ orders, admin }: World, payer: number): Promise<void> {
  const paid = orders.find((one) => one.who === payer && one.state === 'paid');
  if (paid === undefined) return;
  const body = { amount: 2500, reason: 'Cracked', restock: false };
  await shop.request('POST', `/api/order/${paid.id}/refund`, { as: admin, body });
  paid.state = 'refunded';
}

async function cancel({ people }: World, one: Known | undefined): Promise<void> {
  if (one === undefined) return;
  await shop.request('DELETE', `/api/order?id=${one.id}`, { as: people[one.who] as Person });
  one.state = 'over';
}

async function take(world: World, step: Step): Promise<void> {
  if (step.do === 'wait') return wait(world, step.minutes);
  if (step.do === 'single' || step.do === 'batch') return place(world, step);
  if (step.do === 'pay') return pay(world, step.who);
  if (step.do === 'refund') return giveBack(world, step.who);
  const own = openOf(world.orders).filter((one) => one.who === step.who);
  return cancel(world, own.at(-1));
}

describe('any history of single orders, lists, payments, refunds, cancels and waits', () => {
  async function live(history: readonly Step[]): Promise<void> {
    const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
    const people = await Promise.all([0, 1, 2, 3, visitor].map((one) => somebody(one !== 0)));
    const world: World = { admin, home: elsewhere(), people, orders: [] };
    for (const step of history) await take(world, step);
    for (const open of openOf(world.orders)) await cancel(world, open);
  }

  it('is answered as the table says', { timeout: 1_200_000 }, async () => {
    await fc.assert(fc.asyncProperty(steps, live), { numRuns: runs, seed });
    await expectInvariants(shop);
  });
});

describe.each(engines)('at once (%s)', (engine) => {
  it('lists and orders of one account and of one network keep the limits', async ({
    onTestFinished,
  }) => {
    const own = await startShop({ database: await databaseOn(engine) });
    onTestFinished(own.close);
    const all = await partsOf(own);
    const person = (name: string) => own.person(name);
    const ana = await person('Ana');
    const both = await Promise.all(
      Array.from({ length: 8 }, () =>
        placeBatch(own, ana, list(20, all), { from: '198.51.100.1' }),
      ),
    );
    expect(both.filter(({ status }) => status === 201)).toHaveLength(3);
    const people = await Promise.all(Array.from({ length: 12 }, (_, at) => person(`Ben ${at}`)));
    const many = await Promise.all(
      people.map((one) => placeBatch(own, one, list(40, all), { from: '198.51.100.2' })),
    );
    expect(many.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(many.filter(({ body }) => body.limit === 'network')).toHaveLength(7);
    await expectInvariants(own);
  });
});
