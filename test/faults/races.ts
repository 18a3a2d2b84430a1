import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseOn, type engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { expectHealth, insertCustomers } from './check-books.ts';
import { type Extent, type Outcome, randomFrom } from './row.ts';

/** A cancel makes more queries than a payment before the outcome is decided, so it sometimes needs a head start this long. */
const longestLeadMs = 400;

export async function raceOn(
  engine: (typeof engines)[number],
  { long, seed }: Extent,
): Promise<Outcome> {
  const database = await databaseOn(engine);
  // Long, so that no request fails because it waits for a connection on a busy machine.
  database.pool.options.connectionTimeoutMillis = 60_000;
  const shop = await startShop({ database });
  try {
    const buyers = await sellOut(shop);
    const races = await payAgainstCancel(shop, {
      races: long ? 200 : 40,
      random: randomFrom(seed),
    });
    const keys = await sameKey(shop);
    const events = await sameEvent(shop);
    await expectHealth(shop);
    return { figure: [buyers, races, keys, events].join('; ') };
  } finally {
    await shop.close();
  }
}

const wantedOf = (productId: string, quantity: number) => ({
  productId,
  quantity,
  address: '12 Dock Road, Leeds',
  phone: '+44 20 7946 0111',
});

/** 500 buyers want 100 pieces each of a stock of 1,000, all at once. */
async function sellOut(shop: TestShop): Promise<string> {
  const tokens = await insertCustomers(shop.db, 500);
  const part = await samplePart(shop.db, { inStock: 1000, orderQuantity: 100 });
  const answers = await Promise.all(
    tokens.map((token) =>
      shop.request('POST', '/api/orders', { token, body: wantedOf(part, 100) }),
    ),
  );
  const counted = countOf(answers.map(({ status }) => String(status)));
  const tooLate = (counted['422'] ?? 0) + (counted['409'] ?? 0);
  assert.deepEqual(
    [counted['201'], tooLate],
    [10, 490],
    `500 buyers were answered ${JSON.stringify(counted)}`,
  );
  return `500 buyers of 1,000 pieces: 10 × 201, ${counted['422'] ?? 0} × 422, ${counted['409'] ?? 0} × 409`;
}

/** A payment and a cancel of the same order leave at the same moment: one of them wins, and the money agrees. */
async function payAgainstCancel(
  shop: TestShop,
  { races, random }: { races: number; random: () => number },
): Promise<string> {
  const part = await samplePart(shop.db, { inStock: 1_000_000 });
  const outcomes: string[] = [];
  for (let done = 0; done < races; done += 10) {
    const person = await shop.person(`Racer ${done}`);
    const round = Array.from({ length: Math.min(10, races - done) }, () =>
      raceOnce(shop, { person, part, random }),
    );
    outcomes.push(...(await Promise.all(round)));
  }
  const counted = countOf(outcomes);
  assert.ok(
    (counted['paid'] ?? 0) > 0 && (counted['cancelled'] ?? 0) > 0,
    `both outcomes occur: ${JSON.stringify(counted)}`,
  );
  return `${races} × pay against cancel: ${counted['cancelled']} cancelled, ${counted['paid']} paid`;
}

async function raceOnce(
  shop: TestShop,
  { person, part, random }: { person: Person; part: string; random: () => number },
): Promise<'paid' | 'cancelled'> {
  const orderId = await shop.order(person, part, 200);
  const opened = await shop.request('POST', '/api/create-payment-intent', {
    as: person,
    body: { price: 2500, orderId },
  });
  const { clientSecret } = opened.body as { clientSecret: string };
  const transactionId = clientSecret.split('_secret_')[0] ?? '';
  const pay = async (): Promise<number> => {
    await shop.sandbox.sandbox.payWithCard(clientSecret, {
      number: '4242424242424242',
      email: person.email,
    });
    return (
      await shop.request('PATCH', `/api/orders/${orderId}`, {
        as: person,
        body: { orderId, transactionId },
      })
    ).status;
  };
  const cancel = async (): Promise<number> =>
    (await shop.request('DELETE', `/api/order?id=${orderId}`, { as: person })).status;
  // Random order and head start.
  const [first, second] = random() < 0.5 ? [pay, cancel] : [cancel, pay];
  const begun = first();
  await sleep(random() * longestLeadMs);
  const [one, other] = await Promise.all([begun, second()]);
  const [paid, cancelled] = first === pay ? [one, other] : [other, one];
  const after = await shop.db
    .selectFrom('orders')
    .select('state')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  assert.ok(
    after.state === 'paid' || after.state === 'cancelled',
    `an order is left ${after.state} (pay ${paid}, cancel ${cancelled})`,
  );
  // The answers agree with the order: never "paid" for a cancelled one, nor "cancelled" for a paid one.
  if (after.state === 'cancelled')
    assert.deepEqual([paid >= 400 && paid < 500, cancelled], [true, 200]);
  else assert.deepEqual([paid, cancelled], [200, 409]);
  return after.state;
}

/** One idempotency key, 50 times at once: one order; with another body it is refused; another customer may use it too. */
async function sameKey(shop: TestShop): Promise<string> {
  const part = await samplePart(shop.db, { inStock: 1_000_000 });
  const [person, other] = [await shop.person('Key Keeper'), await shop.person('Key Twin')];
  const place = (as: Person, quantity: number) =>
    shop.request('POST', '/api/orders', {
      as,
      key: 'the same key',
      body: wantedOf(part, quantity),
    });
  const answers = await Promise.all(Array.from({ length: 50 }, () => place(person, 200)));
  assert.deepEqual(countOf(answers.map(({ status, body }) => `${status} ${body.insertedId}`)), {
    [`201 ${answers[0]?.body.insertedId}`]: 50,
  });
  assert.equal(
    (await shop.request('GET', `/api/orders?email=${person.email}`, { as: person })).body.length,
    1,
  );
  const reused = await place(person, 300);
  assert.deepEqual([reused.status, reused.body.error], [422, 'key_reused']);
  const twin = await place(other, 200);
  assert.equal(twin.status, 201);
  assert.notEqual(twin.body.insertedId, answers[0]?.body.insertedId);
  return '50 equal keys: 1 order, other body 422, other customer independent';
}

/** Repeats every webhook, each 20 times at once: nothing is paid or mailed twice. */
async function sameEvent(shop: TestShop): Promise<string> {
  const part = await samplePart(shop.db, { inStock: 1_000_000 });
  const person = await shop.person('Event Watcher');
  const orders = [];
  for (let count = 0; count < 3; count += 1) {
    const orderId = await shop.order(person, part, 200);
    await shop.pay(person, orderId);
    orders.push(orderId);
  }
  await shop.repeatEvents(20);
  const kept = await shop.db
    .selectFrom('payments')
    .select(['order_id', 'state'])
    .where('order_id', 'in', orders)
    .execute();
  assert.deepEqual(countOf(kept.map(({ state }) => state)), { kept: 3 });
  const told = await shop.db
    .selectFrom('order_events')
    .select('kind')
    .where('order_id', 'in', orders)
    .where('kind', '=', 'paid')
    .execute();
  assert.equal(told.length, 3);
  return 'messages × 20 at once: 3 payments kept of 3, each told once';
}

function countOf(words: readonly string[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const word of words) counted[word] = (counted[word] ?? 0) + 1;
  return counted;
}
