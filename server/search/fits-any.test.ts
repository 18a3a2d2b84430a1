import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '#contract/search.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';

describe.each(engines)('a search with a vehicle on the %s database', (engine) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    const parts = await partEditor(shop, 'ANY');
    const golf = { make: 'Volkswagen', model: 'Golf', yearFrom: 2015, yearTo: 2021 };
    await parts.added({ name: 'Brake disc', type: 'brake-disc', fitments: [golf] });
    const diesel = [{ ...golf, engine: '2.0 diesel' }];
    await parts.added({ name: 'Timing belt', type: 'timing-belt', fitments: diesel });
    const rabbit = { make: 'Volkswagen', model: 'Rabbit', yearFrom: 2005, yearTo: 2008 };
    await parts.added({ name: 'Alternator', type: 'alternator', fitments: [rabbit] });
    await parts.added({ name: 'Brake disc of no vehicle', type: 'brake-disc' });
    await parts.added({ name: 'Engine oil', type: 'engine-oil' });
    await parts.added({ name: 'Gizmo without a type' });
    await parts.added({ name: 'Brake disc for Golf', type: 'brake-disc' });
  });
  afterAll(() => shop.close());

  test.each([
    ['golf', ['Alternator', 'Brake disc', 'Brake disc for Golf', 'Engine oil', 'Timing belt']],
    ['golf 2008', ['Alternator', 'Brake disc for Golf', 'Engine oil']],
    ['golf 2005', ['Brake disc for Golf', 'Engine oil']],
    ['rabbit 2005', ['Alternator', 'Engine oil']],
    ['golf 2016', ['Brake disc', 'Brake disc for Golf', 'Engine oil', 'Timing belt']],
    ['golf 2016 2.0 diesel', ['Brake disc', 'Brake disc for Golf', 'Engine oil', 'Timing belt']],
    ['golf 2016 2.0 petrol', ['Brake disc', 'Brake disc for Golf', 'Engine oil']],
    ['golf 2010', ['Brake disc for Golf', 'Engine oil']],
    ['volkswagen golf brake disc', ['Brake disc', 'Brake disc for Golf']],
    ['golf engine oil', ['Engine oil']],
    ['golf gizmo', []],
    ['gizmo', ['Gizmo without a type']],
  ])(
    '%s finds what fits it, what fits any, and what has it in its texts alone',
    async (q, found) => {
      const answer = await shop.request('GET', `/api/search?q=${encodeURIComponent(q)}`);
      const { rows } = answer.body as SearchAnswer;
      expect(rows.map(({ name }) => name).toSorted()).toEqual(found);
    },
  );
});
