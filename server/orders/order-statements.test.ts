import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTrips } from '../../bench/recorded-statements.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

/** The first word of each statement, by round trip. */
async function trips(work: () => Promise<unknown>): Promise<string[][]> {
  const sent = await recordTrips(work);
  return sent.map((trip) => trip.map(({ text }) => /\w+/.exec(text)?.[0] ?? ''));
}

describe.each(engines)('what an order asks the database (%s)', (engine) => {
  let shop: TestShop;
  let ana: Person;
  let disc: string;
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    ana = await shop.person('Ana Duarte');
    disc = await samplePart(shop.db, { inStock: 10_000 });
  });
  afterAll(() => shop.close());

  it('is asked in three round trips, the pieces taken with the commit', async () => {
    expect(await trips(() => shop.order(ana, disc, 200))).toEqual([
      ['select'],
      ['begin', 'select', 'select', 'select'],
      ['with', 'commit'],
    ]);
  });
});
