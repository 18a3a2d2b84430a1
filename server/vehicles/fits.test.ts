import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';

describe.each(engines)('whether parts fit, on the %s database', (engine) => {
  let shop: TestShop;
  let golf: string;
  let unbound: string;

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    const parts = await partEditor(shop, 'FIT');
    const fitment = { make: 'Volkswagen', model: 'Golf', yearFrom: 2010, yearTo: 2016 };
    golf = await parts.added({ fitments: [{ ...fitment, engine: '2.0 diesel' }] });
    unbound = await parts.added({ fitments: [] });
  });
  afterAll(() => shop.close());

  const fits = (query: string) => shop.request('GET', `/api/fits?${query}`);

  test('is asked with the vehicle as far as it is chosen, by any name of it', async () => {
    const fitOf = async (vehicle: string) => (await fits(`${vehicle}&ids=${golf}`)).body;
    expect(await fitOf('make=VW&model=Golf&year=2015&engine=2.0+L4+diesel')).toEqual([
      {
        partId: golf,
        state: 'fits',
        reason: 'Fits Volkswagen Golf 2010–2016, 2.0 L4 diesel.',
      },
    ]);
    expect(await fitOf('make=volkswagen&model=golf&year=2015&engine=2,0+petrol')).toMatchObject([
      { state: 'does not fit', reason: '2.0 diesel only.' },
    ]);
    expect(await fitOf('make=VW&model=Golf&year=2015&engine=')).toMatchObject([
      { state: 'check', reason: '2.0 diesel only: choose the engine.' },
    ]);
    expect(await fitOf('make=VW&model=&year=')).toMatchObject([{ state: 'check' }]);
    expect(await fitOf('make=Audi')).toMatchObject([{ state: 'does not fit' }]);
  });

  test('is answered for each part that there is, once', async () => {
    const ids = [golf, unbound, golf, randomUUID()].map((id) => `ids=${id}`).join('&');
    const { body } = await fits(`make=VW&${ids}`);
    expect(body.map(({ partId }: { partId: string }) => partId).toSorted()).toEqual(
      [golf, unbound].toSorted(),
    );
  });

  test.each([
    ['a make', 'ids=ID'],
    ['parts', 'make=VW'],
    ['ids of parts', 'make=VW&ids=1'],
    ['an engine', 'make=VW&ids=ID&engine=round'],
    ['a year', 'make=VW&ids=ID&year=99999'],
    ['at most 100 parts', `make=VW${'&ids=ID'.repeat(101)}`],
  ])('needs %s', async (_needed, query) => {
    const answer = await fits(query.replaceAll('ID', golf));
    expect(answer).toMatchObject({ status: 422, body: { error: 'invalid_input' } });
  });
});
