import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Answer, type Person, type TestShop } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const minute = 60_000;
const hour = 60 * minute;
const delivery = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };
const loopback = '127.0.0.1';
let networks = 0;
/** An address of a network of its own. */
const elsewhere = () => `198.51.100.${(networks += 1)}`;

let disc: string;

function place(person: Person, from: string): Promise<Answer> {
  return shop.request('POST', '/api/orders', {
    as: person,
    from,
    body: { productId: disc, quantity: 200, ...delivery },
  });
}

/** Places orders until one is refused; answers how many were made, how long they are held, and the refusal. */
async function placeAll(person: Person, from: string) {
  const held = new Set<number>();
  for (let made = 0; ; made += 1) {
    const answer = await place(person, from);
    if (answer.status !== 201) return { made, held: [...held], refused: answer };
    held.add((Date.parse(answer.body.heldUntil) - shop.clock.now().getTime()) / minute);
  }
}

const unconfirmed = () => shop.person('Una Confirmed', { emailVerified: false, tokenHours: 1000 });
const confirmed = () => shop.person('Ana Duarte', { tokenHours: 1000 });

async function customer(): Promise<Person> {
  const person = await confirmed();
  await shop.pay(person, await shop.order(person, disc, 200, elsewhere()));
  return person;
}

/** Somebody who registers from a network of their own, and confirms the address in the same browser. */
async function registered() {
  const home = elsewhere();
  const [email, name] = [`una.${networks}@example.com`, 'Una Confirmed'];
  const visitor = new Visitor(shop.app, home);
  await visitor.post('/api/identity/sign-up/email', { name, email, password: 'bulk-order' });
  const { token: identityToken } = (await visitor.get('/api/identity/token')).json();
  const { accessToken: token } = (
    await shop.request('PUT', `/api/users/${email}`, { token: identityToken, body: { name } })
  ).body;
  const confirm = async () => {
    const mail = (await mailsTo(shop.db, email)).find(({ subject }) => subject.includes('Confirm'));
    expect(
      (await visitor.post('/api/identity/verify-email', { token: codeIn(mail) })).statusCode,
    ).toBe(200);
  };
  return { person: { userId: '', email, name, token }, home, confirm };
}

const heldMinutes = async (person: Person): Promise<number[]> => {
  const { body } = await shop.request(
    'GET',
    `/api/orders?email=${encodeURIComponent(person.email)}`,
    { as: person },
  );
  const orders = (body as { createdAt: string; heldUntil: string | null }[]).filter(
    (order) => order.heldUntil !== null,
  );
  return orders.map(
    ({ createdAt, heldUntil }) => (Date.parse(heldUntil ?? '') - Date.parse(createdAt)) / minute,
  );
};

const shop = await useShop();
beforeEach(async () => {
  shop.clock.advance(1000);
  disc = await samplePart(shop.db, { inStock: 1_000_000 });
});

describe('unpaid orders at a time, and how long each holds its pieces', () => {
  it('are 3 for 60 minutes while nobody confirmed the address', async () => {
    expect(await placeAll(await unconfirmed(), elsewhere())).toMatchObject({ made: 3, held: [60] });
  });

  it('are 5 for 4 hours with a confirmed address', async () => {
    expect(await placeAll(await confirmed(), elsewhere())).toMatchObject({ made: 5, held: [240] });
  });

  it('are 20 for ORDER_HOLD_HOURS after a first paid order', async () => {
    expect(await placeAll(await customer(), elsewhere())).toMatchObject({
      made: 20,
      held: [72 * 60],
    });
  });

  it('are 20 for ORDER_HOLD_HOURS for everybody who tries the demo out on its own machine', async () => {
    expect(await placeAll(await unconfirmed(), loopback)).toMatchObject({
      made: 20,
      held: [72 * 60],
    });
    expect(await placeAll(await unconfirmed(), '::1')).toMatchObject({ made: 20 });
  });

  it('do not depend on the quantity: all there is may be ordered by everybody', async () => {
    const last = await samplePart(shop.db, {
      inStock: 100_000,
      orderQuantity: 100,
      priceCents: 100,
    });
    const body = { productId: last, quantity: 100_000, ...delivery };
    const placed = await shop.request('POST', '/api/orders', {
      as: await unconfirmed(),
      from: elsewhere(),
      body,
    });
    expect(placed.status).toBe(201);
  });

  it('one more is refused, with when there is room, and made then', async () => {
    const [ana, home] = [await confirmed(), elsewhere()];
    await place(ana, home);
    shop.clock.advance(minute);
    const { refused } = await placeAll(ana, home);

    const roomAt = new Date(shop.clock.now().getTime() + 4 * hour).toISOString();
    expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
      429,
      String(4 * 3600),
      {
        acknowledged: false,
        error: 'too_many_unpaid_orders',
        message:
          'There are too many unpaid orders. Pay or cancel one, or try again when one has ended.',
        limit: 'account',
        counted: 'singles',
        most: 5,
        roomAt,
      },
    ]);
    shop.clock.advance(4 * hour - 1000);
    await shop.everyMinute();
    expect((await place(ana, home)).status).toBe(201);
    shop.clock.advance(1000);
    await shop.everyMinute();
  });

  it('are counted anew when one is cancelled or paid', async () => {
    const [una, home] = [await unconfirmed(), elsewhere()];
    const { body } = await place(una, home);
    await placeAll(una, home);
    await shop.request('DELETE', `/api/order?id=${body.insertedId}`, { as: una });
    const again = await place(una, home);
    expect([again.status, (await place(una, home)).status]).toEqual([201, 429]);
    await shop.pay(una, again.body.insertedId);
    expect((await place(una, home)).status).toBe(201);
  });

  it('a repeated request is answered as before, also when nothing more may be ordered', async () => {
    const [una, home] = [await unconfirmed(), elsewhere()];
    const body = { productId: disc, quantity: 200, ...delivery };
    const send = () =>
      shop.request('POST', '/api/orders', { as: una, from: home, key: 'form-1', body });
    const first = await send();
    await placeAll(una, home);
    expect((await send()).body).toEqual(first.body);
  });
});

describe('accounts that never paid', () => {
  it('share ten unpaid orders per network address, and hear when there is room', async () => {
    const home = elsewhere();
    expect(await placeAll(await confirmed(), home)).toMatchObject({ made: 5 });
    expect(await placeAll(await unconfirmed(), home)).toMatchObject({ made: 3 });
    const third = await placeAll(await confirmed(), home);
    expect(third).toMatchObject({ made: 2 });
    expect(third.refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': String(61 * 60) },
      body: { error: 'too_many_unpaid_orders', limit: 'network', most: 10 },
    });
    expect((await place(await unconfirmed(), elsewhere())).status).toBe(201);
    expect((await place(await customer(), home)).status).toBe(201);
  });

  it('share them per /64 of IPv6', async () => {
    for (const host of ['::1', ':aaaa:bbbb:cccc:dddd'])
      await placeAll(await confirmed(), `2001:db8:1:1${host}`);
    expect(await placeAll(await confirmed(), '2001:db8:1:1::9')).toMatchObject({ made: 0 });
    expect(await placeAll(await confirmed(), '2001:db8:1:2::9')).toMatchObject({ made: 5 });
  });

  it('leave their share with a first payment: their other orders count no more', async () => {
    const home = elsewhere();
    const ana = await confirmed();
    const { body } = await place(ana, home);
    await placeAll(ana, home);
    await placeAll(await confirmed(), home);
    expect((await place(await confirmed(), home)).status).toBe(429);
    await shop.pay(ana, body.insertedId);
    expect(await placeAll(await confirmed(), home)).toMatchObject({ made: 5 });
  });

  it('are known by a keyed hash of the network, until the order is paid, cancelled or over', async () => {
    const hashes = async () => {
      const orders = await shop.db
        .selectFrom('orders')
        .select('network_hash')
        .where('part_id', '=', disc)
        .execute();
      return orders.map((order) => order.network_hash).filter((hash) => hash !== null);
    };
    const [ana, una, home] = [await confirmed(), await unconfirmed(), elsewhere()];
    const ids = [
      (await place(ana, home)).body.insertedId,
      (await place(ana, home)).body.insertedId,
      (await place(una, home)).body.insertedId,
    ];
    const [hash] = await hashes();
    expect(await hashes()).toEqual([hash, hash, hash]);
    expect(hash).toMatch(/^[\w-]{22}$/);

    await shop.request('DELETE', `/api/order?id=${ids[1]}`, { as: ana });
    expect(await hashes()).toHaveLength(2);
    await shop.pay(ana, ids[0]);
    expect(await hashes()).toHaveLength(1);
    shop.clock.advance(hour);
    await shop.everyMinute();
    expect(await hashes()).toEqual([]);
    const networksLeft = await shop.db
      .selectFrom('order_networks')
      .select('network_hash')
      .where('network_hash', '=', hash ?? '')
      .execute();
    expect(networksLeft).toEqual([]);
  });
});

describe('a hold is lengthened, never shortened', () => {
  it('by the proof of the address, from when the order was placed', async () => {
    const { person: una, home, confirm } = await registered();
    await place(una, home);
    expect(await heldMinutes(una)).toEqual([60]);
    shop.clock.advance(50 * minute);
    await confirm();
    expect(await heldMinutes(una)).toEqual([240]);
    shop.clock.advance(20 * minute);
    await shop.everyMinute();
    expect(await heldMinutes(una)).toEqual([240]);
  });

  it('by a first payment, for the orders that are still unpaid', async () => {
    const ana = await confirmed();
    await place(ana, elsewhere());
    const { body } = await place(ana, elsewhere());
    await shop.pay(ana, body.insertedId);
    expect(await heldMinutes(ana)).toEqual([72 * 60]);
  });

  it('not of an order that had the longest time from the start', async () => {
    const { person: una, confirm } = await registered();
    await place(una, loopback);
    await confirm();
    expect(await heldMinutes(una)).toEqual([72 * 60]);
  });

  it('and an order from before the end was written down keeps its time', async () => {
    const { person: una, home, confirm } = await registered();
    const { body } = await place(una, home);
    await shop.db
      .updateTable('orders')
      .set({ held_until: null })
      .where('id', '=', body.insertedId)
      .execute();
    await confirm();
    expect(await heldMinutes(una)).toEqual([72 * 60]);
    shop.clock.advance(72 * hour - 1000);
    await shop.everyMinute();
    expect((await shop.request('GET', `/api/orders/${body.insertedId}`)).status).toBe(200);
    shop.clock.advance(1000);
    await shop.everyMinute();
    expect((await shop.request('GET', `/api/orders/${body.insertedId}`)).status).toBe(404);
  });
});

describe('before the order, the shop says', () => {
  const longest = 72 * 60;
  const few = { minutes: 60, unpaid: 1, mostLines: 60 };
  it.each([
    ['an unconfirmed account', unconfirmed, [60, 3, { by: 'confirming', minutes: 240 }, few]],
    ['a confirmed account', confirmed, [240, 5, { by: 'paying', minutes: longest }, few]],
    [
      'a customer who has paid',
      customer,
      [longest, 20, null, { minutes: longest, unpaid: 1, mostLines: null }],
    ],
  ] as const)('%s how long it would be held', async (_who, person, hold) => {
    const [minutes, mostUnpaid, longer, list] = hold;
    const [somebody, home] = [await person(), elsewhere()];
    await place(somebody, home);
    const { body } = await shop.request('GET', '/api/hold', { as: somebody, from: home });
    expect(body).toEqual({ minutes, unpaid: 1, mostUnpaid, longer, list });
  });

  it('whoever tries the demo out that it is held for the longest time', async () => {
    const { body } = await shop.request('GET', '/api/hold', { as: await unconfirmed() });
    const list = { minutes: longest, unpaid: 0, mostLines: 500 };
    expect(body).toEqual({ minutes: longest, unpaid: 0, mostUnpaid: 20, longer: null, list });
  });
});

describe('what the operator sets', () => {
  let own: TestShop;
  let part: string;
  beforeAll(async () => {
    own = await startShop({ mode: 'live', orderHoldHours: 1, unpaidPerNetwork: 2 });
    part = await samplePart(own.db, { inStock: 1_000_000 });
  });
  afterAll(() => own.close());
  const send = (as: Person, from: string) =>
    own.request('POST', '/api/orders', {
      as,
      from,
      body: { productId: part, quantity: 200, ...delivery },
    });

  it('as ORDER_HOLD_HOURS is the longest for everybody', async () => {
    const ana = await own.person('Ana Duarte');
    const first = await send(ana, elsewhere());
    expect(Date.parse(first.body.heldUntil) - own.clock.now().getTime()).toBe(hour);
    await own.pay(ana, first.body.insertedId);
    const second = await send(ana, elsewhere());
    expect(Date.parse(second.body.heldUntil) - own.clock.now().getTime()).toBe(hour);
  });

  it('as UNPAID_ORDERS_PER_NETWORK is what a network shares, in a live shop also the machine it runs on', async () => {
    const ana = await own.person('Ana Duarte');
    const answers = [
      await send(ana, loopback),
      await send(ana, loopback),
      await send(ana, loopback),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(answers[2]?.body).toMatchObject({ limit: 'network', most: 2 });
  });
});

describe.each(engines)('at once (%s)', (engine) => {
  let own: TestShop;
  beforeAll(async () => {
    own = await startShop({ database: await databaseOn(engine) });
  });
  afterAll(() => own.close());

  it('thirty accounts of one network have ten unpaid orders, and one account has three', async () => {
    const part = await samplePart(own.db, { inStock: 1_000_000 });
    const people = await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        own.person(`Many ${number}`, { emailVerified: false }),
      ),
    );
    const body = { productId: part, quantity: 200, ...delivery };
    const send = (as: Person, from: string) =>
      own.request('POST', '/api/orders', { as, from, body });
    const answers = await Promise.all(
      [...people, ...people].map((person) => send(person, '203.0.113.9')),
    );
    const made = answers.filter(({ status }) => status === 201).length;
    expect([made, answers.filter(({ body: { limit } }) => limit === 'network').length]).toEqual([
      10, 50,
    ]);

    const una = await own.person('Una', { emailVerified: false });
    const ofOne = await Promise.all(Array.from({ length: 10 }, () => send(una, '203.0.113.10')));
    expect(ofOne.filter(({ status }) => status === 201)).toHaveLength(3);
    const { in_stock } = await own.db
      .selectFrom('parts')
      .select('in_stock')
      .where('id', '=', part)
      .executeTakeFirstOrThrow();
    expect(in_stock).toBe(1_000_000 - 13 * 200);
  });
});
