import { afterAll, beforeAll, expect, test } from 'vitest';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';

/** More different years of one model than are looked at. */
const manySpans = 600;
const model = { make: 'Ford', model: 'F-150' };

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop();
  const parts = await partEditor(shop, 'SPAN');
  await parts.added({ name: 'Late', fitments: [{ ...model, yearFrom: 2025, yearTo: 2026 }] });
  const early = await parts.added({ name: 'Early' });
  const spans = Array.from({ length: manySpans }, (_, at) => ({
    ...model,
    part_id: early,
    position: '' as const,
    note: `way ${at}`,
    engine: '',
    year_from: 1930 + Math.floor(at / 20),
    year_to: 1960 + (at % 20),
  }));
  await shop.db.insertInto('fitments').values(spans).execute();
});
afterAll(() => shop.close());

const page = (query: string) => shop.request('GET', `/api/vehicle-pages?${query}`);

test('the latest year of a vehicle with very many spans of years has its page', async () => {
  const { status, body } = await page('make=ford&model=f-150&year=2026');
  expect(status).toBe(200);
  expect(body).toMatchObject({ year: 2026, parts: { count: 1, more: false } });
  expect(body.rows.map(({ name }: { name: string }) => name)).toEqual(['Late']);
});

test('of a vehicle with very many spans of years the latest are shown, and there may be more parts', async () => {
  const { body } = await page('make=ford&model=f-150');
  expect(body.years[0]).toBe(2026);
  expect(body.parts).toEqual({ count: 2, more: true });
});
