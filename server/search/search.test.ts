import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#contract/durations.ts';
import type { SearchAnswer } from '#contract/search.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { sampleFacts, samplePicture } from '#test/samples.ts';

const golf = { make: 'Volkswagen', model: 'Golf', yearFrom: 2013, yearTo: 2020 };
const catalogue = [
  {
    name: 'Brake disc, front, vented 312 mm',
    type: 'brake-disc',
    brand: 'Brakkenfeld',
    partNumber: 'BD-3122',
    price: 42,
    attributes: { dia: 312, axle: 'Front' },
    numbers: [
      { kind: 'competitor', number: 'SHARED 77', maker: 'Wexholde' },
      { kind: 'oe', number: '8A0 319 812', maker: 'Volkswagen' },
      { kind: 'superseded', number: 'BD-3055' },
    ],
    fitments: [golf],
  },
  {
    name: 'Brake disc, rear, solid 286 mm',
    type: 'brake-disc',
    brand: 'Tarnholm',
    partNumber: 'TH-118269',
    price: 30,
    attributes: { dia: 286, axle: 'Rear' },
    fitments: [{ make: 'Audi', model: 'A4', yearFrom: 2008, yearTo: 2015 }],
  },
  {
    name: 'Brake pad set, front',
    type: 'brake-pad-set',
    brand: 'Brakkenfeld',
    partNumber: 'BF-6182',
    price: 25,
    attributes: { axle: 'Front' },
    numbers: [{ kind: 'competitor', number: 'SHARED 77', maker: 'Wexholde' }],
    fitments: [golf],
    inStock: 0,
  },
  {
    name: 'Gizmo of a supplier',
    partNumber: 'GZ-1',
    description: 'Ein Gerät für Kühler.',
    price: 5,
  },
];

describe.each(engines)('a search on the %s database', (engine) => {
  let shop: TestShop;
  let admin: Person;

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    await storeTaxonomy(shop.db);
    admin = await shop.person('Ada Admin', { role: 'admin' });
    const image = await samplePicture(shop, admin);
    for (const facts of catalogue) {
      shop.clock.advance(1000);
      const body = { ...sampleFacts, image, inStock: 1000, ...facts };
      const { status } = await shop.request('POST', '/api/part', { as: admin, body });
      expect(status).toBe(200);
    }
  });
  afterAll(() => shop.close());

  const get = async (query: string) => shop.request('GET', `/api/search?${query}`);
  const ask = async (q: string, more = '') => {
    const { status, body } = await get(`q=${encodeURIComponent(q)}${more}`);
    expect([status, body.error]).toEqual([200, undefined]);
    return body as SearchAnswer;
  };
  const numbersOf = ({ rows }: SearchAnswer) => rows.map(({ partNumber }) => partNumber);

  test('takes the words as they are typed when that is asked for', async () => {
    expect((await ask('tarnhlm disc')).understood?.corrected).toEqual([
      { typed: 'tarnhlm', as: 'tarnholm' },
    ]);
    const exact = await ask('tarnhlm disc', '&exact=yes');
    expect(exact.understood).toMatchObject({ corrected: [], readAs: 'tarnhlm disc' });
    expect(exact.understood?.ignored).toEqual(['tarnhlm']);
  });

  test('finds for a number that nobody has those that are nearly it, and never what only begins like it', async () => {
    const slip = await ask('BD-3121');
    expect(numbersOf(slip)).toEqual(['BD-3122']);
    expect(slip.understood?.number).toBe('BD-3121');
    expect(numbersOf(await ask('BD-99999'))).toEqual([]);
    expect(numbersOf(await ask('IMP-1795416321394161471'))).toEqual([]);
  });

  test.each(['priceFrom=10.001', 'priceTo=1e-9', 'priceFrom=-1'])(
    'refuses a price that is none: %s',
    async (query) => {
      expect((await get(query)).status).toBe(422);
    },
  );

  test('tells what is measured of each part', async () => {
    const { rows } = await ask('BD-3122');
    expect(rows).toMatchObject([{ attributes: { dia: 312, axle: 'Front' } }]);
  });

  test('says how the words were read', async () => {
    const answer = await ask('my brkae disk for a vw golf 2015 312 mm');
    expect(numbersOf(answer)).toEqual(['BD-3122']);
    expect(answer).toMatchObject({
      total: { count: 1, more: false },
      page: 1,
      hasNext: false,
      sort: 'relevance',
      nothing: null,
    });
    expect(answer.understood).toEqual({
      corrected: [{ typed: 'brkae', as: 'brake' }],
      readAs: 'my brake disk for a vw golf 2015 312 mm',
      vehicle: { make: 'Volkswagen', model: 'Golf', year: 2015, engine: null },
      brand: null,
      category: null,
      number: null,
      types: [{ id: 'brake-disc', name: 'Brake disc' }],
      attributes: [{ label: 'Diameter', value: '312', unit: 'mm' }],
      ignored: ['my', 'for', 'a'],
    });
  });

  test('finds a number in any spelling, its middle, and one that was replaced, and says which it was', async () => {
    const oe = { kind: 'oe', number: '8A0 319 812', maker: 'Volkswagen' };
    for (const q of [
      '8a0319812',
      '8A0-319-812',
      '8AO 319 812',
      'brake disc 8A0.319.812',
      ' 8A0 319',
      'Brake disc, front, vented 312 mm · 8A0 319 812',
      '319812',
    ])
      expect(
        (await ask(q)).rows.map(({ match }) => match),
        q,
      ).toEqual([oe]);
    expect((await ask('bd3055')).rows[0]?.match).toEqual({
      kind: 'superseded',
      number: 'BD-3055',
      maker: '',
    });
    expect((await ask('3122')).rows[0]?.match).toEqual({
      kind: 'own',
      number: 'BD-3122',
      maker: 'Brakkenfeld',
    });
    for (const q of [
      'Gizmo of a supplier · GZ-1',
      'GZ-1 · Tarnholm',
      `${'vented '.repeat(12)}· GZ-1`,
    ])
      expect(numbersOf(await ask(q)), q).toEqual(['GZ-1']);
    expect((await ask('8A0 319 813')).rows.map(({ match }) => match)).toEqual([oe]);
  });

  test('wants a value with a unit for sure, and passes over a bare figure that no part has', async () => {
    expect(numbersOf(await ask('brake disc 286 mm'))).toEqual(['TH-118269']);
    expect(numbersOf(await ask('brake disc 999 mm'))).toEqual([]);
    const answer = await ask('brake disc 77');
    expect(numbersOf(answer)).toHaveLength(2);
    expect(answer.understood?.ignored).toEqual(['77']);
  });

  test('says which figures it left out of a vehicle, and shows no value that it left out', async () => {
    const answer = await ask('golf 7');
    expect(new Set(numbersOf(answer))).toEqual(new Set(['BD-3122', 'BF-6182']));
    expect(answer.understood).toMatchObject({ ignored: ['7'], attributes: [] });
    const twice = await ask('a disc for a golf with 77');
    expect(twice.understood?.ignored).toEqual(['a', 'for', 'with', '77']);
    expect((await ask('BD-3122 7')).understood).toMatchObject({ number: 'BD-3122', ignored: [] });
  });

  test('finds a part without a type by its text, however its letters are accented', async () => {
    expect(numbersOf(await ask('gizmo'))).toEqual(['GZ-1']);
    expect(numbersOf(await ask('Gerät'))).toEqual(['GZ-1']);
    expect(numbersOf(await ask('gerat kuhler'))).toEqual(['GZ-1']);
  });

  test('counts how parts can be narrowed, each facet as if nothing of it was chosen', async () => {
    const { facets } = await ask('brake disc', '&brand=Tarnholm');
    expect(facets).toMatchObject({
      more: false,
      categories: [{ id: 'braking', name: 'Braking', parts: 1 }],
      types: [{ id: 'brake-disc', name: 'Brake disc', parts: 1 }],
      brands: [
        { name: 'Brakkenfeld', parts: 1 },
        { name: 'Tarnholm', parts: 1 },
      ],
      inStock: 1,
      price: { least: 30, most: 30 },
    });
    expect((await get('type=brake-disc&a=axle:Rear')).body.facets.attributes).toEqual([
      {
        key: 'dia',
        label: 'Diameter',
        unit: 'mm',
        values: [
          { value: '286', parts: 1 },
          { value: '312', parts: 1 },
        ],
        least: 286,
        most: 312,
      },
      {
        key: 'axle',
        label: 'Axle',
        unit: '',
        values: [
          { value: 'Front', parts: 1 },
          { value: 'Rear', parts: 1 },
        ],
        least: null,
        most: null,
      },
    ]);
    expect((await get('make=Audi')).body.facets.attributes).toMatchObject([
      { key: 'dia', values: [{ value: '286', parts: 1 }] },
      { key: 'axle', values: [{ value: 'Rear', parts: 1 }] },
    ]);
  });

  test('narrows by everything at once, and sorts', async () => {
    const numbers = async (query: string) => numbersOf((await get(query)).body);
    expect(await numbers('category=braking&sort=price')).toEqual([
      'BF-6182',
      'TH-118269',
      'BD-3122',
    ]);
    expect(await numbers('category=braking&sort=-price&stock=yes')).toEqual([
      'BD-3122',
      'TH-118269',
    ]);
    expect(await numbers('category=braking&sort=name&limit=1&page=2')).toEqual(['TH-118269']);
    expect(await numbers('sort=newest&q=')).toEqual(['GZ-1', 'BF-6182', 'TH-118269', 'BD-3122']);
    expect(await numbers('priceFrom=26&priceTo=40&category=')).toEqual(['TH-118269']);
    expect(await numbers('make=Volkswagen&model=Golf&year=2015')).toEqual(['BF-6182', 'BD-3122']);
    expect(await numbers('make=Volkswagen&model=Golf&year=2021')).toEqual([]);
    expect(await numbers('type=brake-disc&a=dia:300..')).toEqual(['BD-3122']);
    expect(await numbers('type=brake-disc&a=dia:286&a=dia:312&a=axle:Rear')).toEqual(['TH-118269']);
    expect(await numbers('type=brake-disc&make=Audi')).toEqual(['TH-118269']);
  });

  test('that finds nothing says how to go on', async () => {
    const answer = await ask('audi a4 2001 brake disc');
    expect(answer).toMatchObject({ rows: [], total: { count: 0, more: false } });
    expect(answer.nothing?.without).toContainEqual({
      leftOut: '2001',
      q: 'audi a4 brake disc',
      found: { count: 1, more: false },
    });
    expect(answer.nothing?.near.map(({ type }) => type)).toEqual(['brake-disc', 'brake-disc']);
    expect((await ask('XQ-99182')).nothing).toMatchObject({ numbers: [] });
  });

  test('of filler words, signs or nothing is answered, and of what is no text refused', async () => {
    for (const q of [
      'the for a',
      '???',
      "'",
      '\\',
      '%',
      '12',
      '0',
      '"brake',
      '🚗',
      'ﬀ',
      'i'.repeat(100),
    ])
      expect((await get(`q=${encodeURIComponent(q)}`)).status, q).toBe(200);
    for (const query of [
      'q=%00',
      `q=${'x'.repeat(101)}`,
      'page=0',
      'page=501',
      'limit=101',
      'sort=best',
      'a=dia',
      'model=Golf',
      'year=2015&make=',
      'priceFrom=x',
      'stock=no',
    ])
      expect((await get(query)).status, query).toBe(422);
  });

  test('GET /parts finds the same, a page after the other', async () => {
    const first = await shop.request('GET', '/api/parts?q=vw%20brake&limit=1');
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await shop.request('GET', next);
    const both = [...first.body, ...second.body].map(
      (part: { partNumber: string }) => part.partNumber,
    );
    expect(both).toEqual(numbersOf(await ask('vw brake')));
    expect(both).toHaveLength(2);
    expect(second.headers['link']).toBeUndefined();
  });

  test('suggests parts, kinds, brands and numbers in few bytes', async () => {
    const { body } = await shop.request('GET', '/api/suggestions?q=dis');
    expect(body).toMatchObject({
      types: [{ id: 'brake-disc', name: 'Brake disc', category: 'Braking', parts: 2 }],
      categories: [{ id: 'braking', parts: 2 }],
      total: { count: 2, more: false },
    });
    expect(body.parts.map((part: { partNumber: string }) => part.partNumber).toSorted()).toEqual([
      'BD-3122',
      'TH-118269',
    ]);
    expect(JSON.stringify(body).length).toBeLessThan(8192);
    const typed = await shop.request('GET', '/api/suggestions?q=bd3');
    expect(typed.body.numbers.map(({ number }: { number: string }) => number)).toEqual(['BD-3122']);
    const shared = (await shop.request('GET', '/api/suggestions?q=shared77')).body;
    expect(shared.parts).toHaveLength(2);
    expect(shared.numbers).toEqual([
      { kind: 'competitor', number: 'SHARED 77', maker: 'Wexholde' },
    ]);
    expect((await shop.request('GET', '/api/suggestions')).body.parts).toEqual([]);
  });

  test('means what an admin teaches, until the admin takes it back', async () => {
    expect((await ask('zonker')).rows).toEqual([]);
    const body = { word: 'Zonkers', means: 'brake pads' };
    const add = () => shop.request('POST', '/api/admin/synonyms', { as: admin, body });
    const { insertedId } = (await add()).body;
    expect((await add()).body).toEqual({ acknowledged: true, insertedId });
    expect(numbersOf(await ask('zonker'))).toEqual(['BF-6182']);
    const list = async () => (await shop.request('GET', '/api/admin/synonyms', { as: admin })).body;
    expect(await list()).toMatchObject([{ _id: insertedId, word: 'Zonkers', means: 'brake pads' }]);
    const away = () => shop.request('DELETE', `/api/admin/synonyms/${insertedId}`, { as: admin });
    expect((await away()).body).toEqual({ acknowledged: true });
    expect((await away()).body).toMatchObject({ error: 'synonym_not_found', acknowledged: false });
    expect((await ask('zonker')).rows).toEqual([]);
    const audit = (await shop.request('GET', '/api/admin/audit?subject=synonym', { as: admin }))
      .body;
    expect(audit).toMatchObject([
      { action: 'synonym deleted', before: { word: 'Zonkers', means: 'brake pads' } },
      { action: 'synonym added', after: { word: 'Zonkers', means: 'brake pads' } },
    ]);
    const same = { as: admin, body: { word: 'Pads!', means: 'pad' } };
    expect((await shop.request('POST', '/api/admin/synonyms', same)).body.error).toBe(
      'synonym_empty',
    );
  });

  test('that finds nothing is counted without who asked, never a VIN or an address, and forgotten', async () => {
    const list = async () =>
      (await shop.request('GET', '/api/admin/empty-searches', { as: admin })).body.filter(
        ({ text }: { text: string }) => text !== 'zonker',
      );
    const before = await list();
    const vin = 'WVWZZZ1KZ6W000001';
    for (const q of ['Flux  Capacitor', 'flux capacitor!', 'ann@example.com']) await ask(q);
    const groups = 'wvw zzz 1kz 6w 000001';
    for (const q of [vin, `vin ${vin}`, groups, `vin ${groups}`])
      expect((await get(`q=${encodeURIComponent(q)}`)).status).toBe(422);
    const day = shop.clock.now().toISOString().slice(0, 10);
    const counted = (await list()).filter(
      (one: object) => !before.some((old: object) => JSON.stringify(old) === JSON.stringify(one)),
    );
    expect(counted).toEqual([{ text: 'flux capacitor', searches: 2, lastDay: day }]);
    shop.clock.advance(89 * dayMs);
    await shop.everyMinute();
    expect(await shop.db.selectFrom('empty_searches').select('text').execute()).toContainEqual({
      text: 'flux capacitor',
    });
    shop.clock.advance(2 * dayMs + minuteMs);
    await shop.everyMinute();
    expect(await shop.db.selectFrom('empty_searches').select('text').execute()).toEqual([]);
  });

  test('finds parts of a type by its new names, once their words are written anew', async () => {
    await shop.everyMinute();
    await shop.db
      .insertInto('part_type_names')
      .values({ type_id: 'brake-disc', language: 'en', name: 'Whirligig' })
      .execute();
    const words = () =>
      shop.db
        .selectFrom('parts')
        .select('id')
        .where('type_id', '=', 'brake-disc')
        .where('search', '@@' as never, 'whirligig' as never)
        .execute();
    expect(await words()).toHaveLength(0);
    await shop.everyMinute();
    expect(await words()).toHaveLength(2);
    const rows = await shop.db.selectFrom('indexed_types').select('after_id').execute();
    expect(new Set(rows.map(({ after_id }) => after_id))).toEqual(new Set([null]));
  });
});
