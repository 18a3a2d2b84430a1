import assert from 'node:assert/strict';
import { databaseOn, type engines } from '#test/engines.ts';
import { startShop, type Answer, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { expectHealth, insertCustomers } from './check-books.ts';
import { type Extent, type Outcome, randomFrom } from './row.ts';

const stock = 1000;
const quantity = 100;
const delivery = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };

/** How many buyers, parts and lines; of each part there is enough for ten of the lists. */
const extents = {
  short: { buyers: 60, parts: 24, lines: 20 },
  long: { buyers: 200, parts: 60, lines: 50 },
};
type Size = (typeof extents)['long'];

/**
 * Buyers order lists of the same few parts, each in another order, all at once: every third whatever is possible, the others all or
 * nothing. Meanwhile single orders are placed, and an admin puts lists back on sale. Nothing is sold twice, nobody waits in a circle.
 */
export async function raceBatchesOn(
  engine: (typeof engines)[number],
  { long, seed }: Extent,
): Promise<Outcome> {
  const database = await databaseOn(engine);
  // Long, so that no request fails because it waits for a connection on a busy machine.
  database.pool.options.connectionTimeoutMillis = 60_000;
  const shop = await startShop({ database });
  try {
    const figure = await race(shop, long ? extents.long : extents.short, randomFrom(seed));
    await expectHealth(shop);
    return { figure };
  } finally {
    await shop.close();
  }
}

async function race(shop: TestShop, size: Size, random: () => number): Promise<string> {
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const tokens = await insertCustomers(shop.db, size.buyers + size.parts);
  const parts: string[] = [];
  while (parts.length < size.parts)
    parts.push(await samplePart(shop.db, { inStock: stock, orderQuantity: quantity }));
  const [buyers, singles] = [tokens.slice(0, size.buyers), tokens.slice(size.buyers)];
  const released: Promise<Answer>[] = [];
  let placed = 0;
  const alone = singles.map((token, at) => {
    const body = { productId: parts[at], quantity, ...delivery };
    return shop.request('POST', '/api/orders', { token, body });
  });
  const ordered = buyers.map(async (token, at) => {
    const partly = at % 3 === 0;
    const answer = await order(shop, token, shuffled(parts, random).slice(0, size.lines), partly);
    // Every fourth list that was placed goes back on sale while others are waiting.
    if (answer.status === 201 && (placed += 1) % 4 === 0) {
      const orderIds = idsOf(answer);
      const release = { as: admin, body: { orderIds } };
      released.push(shop.request('POST', '/api/admin/orders/release', release));
    }
    return { partly, answer };
  });
  const lists = await Promise.all(ordered);
  const orders = await Promise.all(alone);
  for (const { status, body } of await Promise.all(released))
    assert.deepEqual([status, body.kept], [200, []], 'lists are put back on sale as a whole');
  for (const { partly, answer } of lists) expectWhole(answer, { partly, lines: size.lines });
  for (const { status, body } of orders)
    assert.ok(status === 201 || body.error === 'quantity_out_of_range', JSON.stringify(body));
  await expectRows(
    shop,
    lists.map(({ answer }) => answer),
  );
  const done = lists.filter(({ answer }) => answer.status === 201);
  const whole = done.filter(({ partly }) => !partly).length;
  assert.ok(whole > 0 && done.length < lists.length, 'some lists are placed, and not all');
  return `${size.buyers} lists of ${size.lines} lines from ${size.parts} parts: ${whole} placed whole, ${done.length - whole} in part, ${lists.length - done.length} refused, ${released.length} put back, ${orders.filter(({ status }) => status === 201).length} single orders`;
}

function order(
  shop: TestShop,
  token: string,
  parts: readonly string[],
  partly: boolean,
): Promise<Answer> {
  const lines = parts.map((productId) => ({ productId, quantity }));
  return shop.request('POST', '/api/batches', { token, body: { ...delivery, lines, partly } });
}

const idsOf = ({ body }: Answer): string[] => body.orders.map(({ _id }: { _id: string }) => _id);

/** A list is ordered as a whole or refused as a whole, unless it may be ordered in part. */
function expectWhole(
  { status, body }: Answer,
  { partly, lines }: { partly: boolean; lines: number },
): void {
  if (status === 422) {
    assert.equal(body.error, 'lines_refused');
    return assert.ok(body.lines.length > 0);
  }
  assert.equal(status, 201, `a list was answered ${status} ${JSON.stringify(body)}`);
  const [ordered, refused] = [body.orders.length, body.refused.length];
  assert.equal(ordered + refused, lines);
  assert.ok(partly || refused === 0);
}

/** The database has the orders that were acknowledged, and no others of lists. */
async function expectRows({ db }: TestShop, answers: readonly Answer[]): Promise<void> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('batch_id', 'is not', null)
    .execute();
  const known = answers.filter(({ status }) => status === 201).flatMap(idsOf);
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), known.toSorted());
}

function shuffled(values: readonly string[], random: () => number): string[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
