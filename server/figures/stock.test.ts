import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { dayMs } from '#contract/durations.ts';
import { supplyDays, type SupplyBand } from '#contract/figure-rules.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

describe.each(engines)('stock by how long it lasts (%s)', (engine) => {
  let shop: TestShop;
  let admin: Person;
  let buyer: Person;
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    admin = await shop.person('Ada', { role: 'admin', tokenHours: 100_000 });
    buyer = await shop.person('Bea', { tokenHours: 100_000 });
  });
  afterAll(() => shop.close());

  const stock = async () =>
    (await shop.request('GET', '/api/admin/figures/stock', { as: admin })).body;

  /** A part that has so many pieces left after 600 were sold now; without a sale where `sold` is false. */
  async function part(left: number, { sold = true, ageDays = 400 } = {}): Promise<string> {
    const createdAt = new Date(shop.clock.now().getTime() - ageDays * dayMs);
    const id = await samplePart(shop.db, {
      inStock: left + (sold ? 600 : 0),
      orderQuantity: 100,
      createdAt,
    });
    if (sold) await shop.pay(buyer, await shop.order(buyer, id, 600));
    return id;
  }

  it('is counted once a day, each part in its band', async () => {
    expect(await stock()).toEqual({ countedAt: null, bands: [], dead: [] });
    // 600 pieces in six months: 100 a month.
    const lefts: [number, SupplyBand][] = [
      [0, 'out'],
      [100, 'month'],
      [101, 'quarter'],
      [300, 'quarter'],
      [301, 'half'],
      [600, 'half'],
      [601, 'year'],
      [1200, 'year'],
      [1201, 'longer'],
      [1_000_000_000, 'longer'],
    ];
    for (const [left] of lefts) await part(left);
    const dead = await part(50, { sold: false });
    await part(70, { sold: false, ageDays: supplyDays - 1 });
    const gone = await part(900, { sold: false });
    expect((await shop.request('DELETE', `/api/part/${gone}`, { as: admin })).status).toBe(200);
    await shop.everyMinute();
    const counted = await stock();
    const sums = new Map<SupplyBand, { parts: number; pieces: number; value: number }>();
    for (const [left, band] of [...lefts, [50, 'dead'], [70, 'new']] as [number, SupplyBand][]) {
      const { parts = 0, pieces = 0, value = 0 } = sums.get(band) ?? {};
      sums.set(band, { parts: parts + 1, pieces: pieces + left, value: value + left * 12.5 });
    }
    expect(
      Object.fromEntries(
        counted.bands.map(({ band, ...its }: { band: SupplyBand }) => [band, its]),
      ),
    ).toEqual(Object.fromEntries(sums));
    expect(counted.dead).toEqual([
      expect.objectContaining({ productId: dead, pieces: 50, value: 625, lastSoldAt: null }),
    ]);
    await part(500, { sold: false });
    await shop.everyMinute();
    expect(await stock()).toEqual(counted);
  });

  it('is dead 180 days after its last sale', async () => {
    const id = await part(40);
    const soldAt = shop.clock.now().toISOString();
    const isDead = async () =>
      (await stock()).dead.find(({ productId }: { productId: string }) => productId === id);
    shop.clock.advance((supplyDays - 1) * dayMs);
    await shop.everyMinute();
    expect(await isDead()).toBeUndefined();
    shop.clock.advance(2 * dayMs);
    await shop.everyMinute();
    expect(await isDead()).toMatchObject({ pieces: 40, value: 500, lastSoldAt: soldAt });
  });

  it('counts parts of many slices as one', async () => {
    await sql`insert into parts (id, name, brand, part_number, part_number_key, description, image, price_cents, order_quantity, in_stock, created_at, updated_at)
      select gen_random_uuid(), 'Nut ' || n, 'Brakkenfeld', 'NUT-' || n, 'NUT' || n, 'A nut.', '/pictures/brake-disc.webp', 100, 100, 7, '2025-01-01', '2025-01-01'
      from generate_series(1, 2500) n`.execute(shop.db);
    const before = (await stock()).bands.find(({ band }: { band: string }) => band === 'dead');
    shop.clock.advance(dayMs);
    await shop.everyMinute();
    const { bands, dead } = await stock();
    const after = bands.find(({ band }: { band: string }) => band === 'dead');
    // One more that was added above has been dead since, too.
    expect(after.parts).toBeGreaterThanOrEqual(before.parts + 2500);
    expect(dead).toHaveLength(100);
    expect(dead.map(({ value }: { value: number }) => value)).toEqual(
      dead.map(({ value }: { value: number }) => value).toSorted((a: number, b: number) => b - a),
    );
  });
});
