import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { importFields } from '#contract/import-fields.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop } from '#test/harness.ts';
import { checkedList } from '#test/import-files.ts';
import { samplePart, samplePicture } from '#test/samples.ts';
import { exportFields } from './export-catalogue.ts';
import { guessFields } from './guess-fields.ts';

const oddTexts = [
  '=1+1',
  "'=1+1",
  "''@x",
  '+49 30',
  '-12 °C',
  '@sum',
  '007',
  '1,234.50',
  '"quoted", and; more',
  'Öl · 油 · 🛢',
  'true',
  '1e5',
  "'",
  'NULL',
];

describe.each(engines)('the file of all parts on the %s engine', async (engine) => {
  const database = await databaseOn(engine);
  await storeTaxonomy(database.db);
  const shop = await startShop({ database });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  afterAll(() => shop.close());
  const request = (method: 'POST' | 'GET' | 'DELETE', url: string, body?: unknown) =>
    shop.request(method, `/api${url}`, { as: admin, ...(body === undefined ? {} : { body }) });
  const file = async (format: 'csv' | 'xlsx') =>
    (
      await shop.app.inject({
        url: `/api/admin/catalogue.${format}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
    ).rawPayload;

  it('that is imported changes nothing, whatever texts parts have', async () => {
    const image = await samplePicture(shop, admin);
    const added: string[] = [];
    for (const [at, text] of oddTexts.entries()) {
      const { body } = await request('POST', '/part', {
        name: text,
        image,
        imageAlt: text,
        description: `${text}\n\n  two lines\r\nand three`,
        price: 10.1 + at,
        orderQuantity: 100,
        inStock: at === 0 ? 0 : 7000,
        quantityStep: at === 0 ? null : at,
        largestOrder: at === 0 ? null : 7000,
        packLabel: at === 0 ? null : text,
        priceBreaks: [
          { from: 200, price: 10 },
          { from: 300 + at, price: 0.07 },
        ].slice(0, at),
        partNumber: `${text} ${at}`,
        brand: text === "'" ? 'Plain' : text,
        ...(at % 2 === 0
          ? { type: 'brake-disc', attributes: { dia: 300.25, thk: 0.000_000_1, type: 'Vented' } }
          : {}),
        numbers: [
          { kind: 'oe', number: `${text} a,b;c|d:e`, maker: text },
          { kind: 'oe', number: `0${at}`, maker: '' },
          { kind: 'competitor', number: `00${at}`, maker: text },
          { kind: 'superseded', number: `old ${at}` },
          { kind: 'barcode', number: `40${at}` },
        ],
        pictures: [{ image, alt: text }, { image }],
        fitments: [
          { make: text, model: text, yearFrom: 1999, yearTo: 2003, note: text, source: text },
          { make: text, model: text, yearFrom: 2004, yearTo: 2004 },
          {
            make: text,
            model: text,
            yearFrom: 2004,
            yearTo: 2004,
            engine: '2.0 L4 diesel',
            position: 'front left',
            note: text,
            remark: text,
            source: text,
          },
        ],
        ...(at > 0 ? { replacedBy: added.at(-1) } : {}),
      });
      if (body.insertedId === undefined) throw new Error(JSON.stringify(body));
      added.push(body.insertedId);
    }
    await samplePart(shop.db, { partNumber: '---' });
    await samplePart(shop.db, { partNumber: randomUUID() });
    await request('DELETE', `/part/${added[3]}`);
    for (const format of ['csv', 'xlsx'] as const) {
      const { _id, found, columns } = await checkedList(shop, admin, await file(format), {
        name: `catalogue.${format}`,
      });
      expect(columns.map(({ field }) => field)).toEqual(exportFields);
      expect((await request('GET', `/admin/imports/${_id}/faults`)).body).toEqual([]);
      const changes = await request('GET', `/admin/imports/${_id}/parts?result=change`);
      expect(changes.body).toEqual([]);
      expect(found).toMatchObject({ same: oddTexts.length + 2, added: 0, changed: 0, refused: 0 });
    }
  });

  it('runs nothing in a spreadsheet', async () => {
    const text = (await file('csv')).toString();
    expect(text).toContain("'=1+1");
    expect(text).not.toMatch(/(?:^|,)"?[=+@]/m);
  });

  it('is for admins alone', async () => {
    const ana = await shop.person('Ana');
    for (const format of ['csv', 'xlsx'])
      expect(
        (await shop.request('GET', `/api/admin/catalogue.${format}`, { as: ana })).status,
      ).toBe(403);
  });
});

it('has columns whose names an import understands, each for itself', () => {
  const fields = Object.keys(importFields);
  expect(guessFields(Object.values(importFields), new Map())).toEqual(fields);
});
