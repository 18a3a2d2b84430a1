import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';
import { sampleFacts, samplePart, samplePicture } from '#test/samples.ts';

const disc = {
  type: 'brake-disc',
  brand: 'Brakkenfeld',
  imageAlt: 'A drilled disc from the front',
  attributes: { dia: 312, thk: 25, type: 'Vented', axle: 'Front' },
};

describe.each(engines)('the facts of a part on the %s database', (engine) => {
  let shop: TestShop;
  let parts: Awaited<ReturnType<typeof partEditor>>;

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    parts = await partEditor(shop, 'UH');
  });
  beforeEach(() => shop.clock.advance(1000));
  afterAll(() => shop.close());

  const audit = async () =>
    (await shop.request('GET', '/api/admin/audit?limit=1', { as: parts.admin })).body[0];
  const find = async (q: string) =>
    (await shop.request('GET', `/api/parts?q=${encodeURIComponent(q)}`)).body.map(
      ({ _id }: { _id: string }) => _id,
    );

  test('are stored, shown, and read back by an edit that changes nothing', async () => {
    const second = await samplePicture(shop, parts.admin, `/images/${'b'.repeat(64)}-1280.webp`);
    const facts = {
      ...disc,
      partNumber: 'BD-3122 X',
      numbers: [
        { kind: 'competitor', number: 'C 77.1', maker: 'Tarnholm' },
        { kind: 'oe', number: '5Q0 615 301 K', maker: 'Volkswagen' },
        { kind: 'oe', number: '5Q0615301K', maker: 'Volkswagen' },
        { kind: 'barcode', number: '2000000000015' },
      ],
      pictures: [
        { image: second, alt: 'Its edge' },
        { image: parts.image, alt: 'Its box' },
      ],
      fitments: [
        { make: 'Volkswagen', model: 'Golf', yearFrom: 2015, yearTo: 2021, note: 'not the GTI' },
        { make: 'Audi', model: 'A3', yearFrom: 2014, yearTo: 2020, source: 'Brakkenfeld 2026' },
      ],
    };
    const id = await parts.added(facts);
    const shown = await parts.part(id);
    expect(shown).toMatchObject({
      ...disc,
      category: 'braking',
      categoryName: 'Braking',
      partNumber: 'BD-3122 X',
      // One spelling of each number, original equipment first.
      numbers: [
        { kind: 'oe', number: '5Q0615301K', maker: 'Volkswagen' },
        { kind: 'competitor', number: 'C 77.1', maker: 'Tarnholm' },
        { kind: 'barcode', number: '2000000000015', maker: '' },
      ],
      pictures: facts.pictures,
      fitments: [
        { make: 'Audi', model: 'A3', source: 'Brakkenfeld 2026', note: '' },
        { make: 'Volkswagen', model: 'Golf', source: '', note: 'not the GTI' },
      ],
      replacement: null,
      replaces: [],
    });
    expect(shown.partType.attributes).toContainEqual({
      key: 'dia',
      label: 'Diameter',
      unit: 'mm',
      choices: null,
    });
    const before = await audit();
    expect(before.after.attributes).toEqual(disc.attributes);
    const { numbers, pictures, fitments, attributes } = shown;
    expect((await parts.edit(id, { numbers, pictures, fitments, attributes })).status).toBe(200);
    expect((await audit())._id).toBe(before._id);

    expect((await parts.edit(id, { numbers: [], pictures: [] })).status).toBe(200);
    expect(await parts.part(id)).toMatchObject({ numbers: [], pictures: [], fitments, attributes });
    expect(Object.keys((await audit()).before)).toEqual(['numbers', 'pictures']);
  });

  test('one that another admin changed meanwhile refuses the edit, and says which', async () => {
    const id = await parts.added(disc);
    const seen = (await shop.request('GET', `/api/admin/parts/${id}`, { as: parts.admin })).body;
    const numbers = [{ kind: 'oe', number: 'A1', maker: 'Audi' }];
    expect((await parts.edit(id, { numbers })).status).toBe(200);
    const late = await shop.request('PATCH', `/api/part/${id}`, {
      as: parts.admin,
      body: { seen, facts: { ...sampleFacts, image: parts.image, brand: 'Veskora' } },
    });
    expect([late.status, late.body.error, late.body.changed]).toEqual([
      409,
      'part_changed',
      { numbers: { was: [], is: numbers } },
    ]);
    expect((await parts.part(id)).brand).toBe('Brakkenfeld');
  });

  test('a brand has one spelling, that of its first part', async () => {
    await parts.added({ brand: 'Quennimar' });
    const id = await parts.added({ brand: 'QUENNI-MAR' });
    expect((await parts.part(id)).brand).toBe('Quennimar');
    const { body } = await shop.request('GET', '/api/admin/brands?q=quenn', { as: parts.admin });
    expect(body).toEqual(['Quennimar']);
    expect((await parts.edit(id, { brand: '' })).status).toBe(200);
    expect((await parts.part(id)).brand).toBeNull();
  });

  test('the type decides category and attributes; what it does not know is refused', async () => {
    const refusals = [
      [{ type: 'flux-capacitor' }, 'type_unknown'],
      [{ category: 'gadgets' }, 'category_unknown'],
      [{ attributes: { dia: 312 } }, 'attribute_unknown'],
      [{ type: 'brake-disc', attributes: { glow: 1 } }, 'attribute_unknown'],
      [{ type: 'brake-disc', attributes: { dia: 'wide' } }, 'attribute_unknown'],
      [{ type: 'brake-disc', attributes: { axle: 'Middle' } }, 'attribute_unknown'],
    ] as const;
    for (const [facts, error] of refusals)
      expect((await parts.add(facts)).body, JSON.stringify(facts)).toMatchObject({
        acknowledged: false,
        error,
      });
    const id = await parts.added({ ...disc, category: 'filters' });
    expect((await parts.part(id)).category).toBe('braking');
    // Both have a diameter; an axle is a disc's alone.
    expect((await parts.edit(id, { type: 'brake-drum' })).status).toBe(200);
    const { type, attributes } = await parts.part(id);
    expect([type, attributes]).toEqual(['brake-drum', { dia: 312 }]);
    expect((await parts.edit(id, { type: '', category: 'filters' })).status).toBe(200);
    expect(await parts.part(id)).toMatchObject({ type: null, category: 'filters', attributes: {} });
  });

  test('an own number and a barcode are one part’s, other numbers any number of parts’', async () => {
    const barcode = { kind: 'barcode', number: '2000000000022' };
    const oe = { kind: 'oe', number: '1K0 698 151', maker: 'Volkswagen' };
    const first = await parts.added({ partNumber: 'HL-1/77', numbers: [barcode, oe] });
    const owner = { _id: first, name: sampleFacts.name };
    for (const [facts, number] of [
      [{ partNumber: 'hl 177' }, 'hl 177'],
      [
        { partNumber: 'HL-178', numbers: [{ ...barcode, number: '2 000000 000022' }] },
        '2 000000 000022',
      ],
    ] as const) {
      const { status, body } = await parts.add(facts);
      expect([status, body]).toEqual([
        409,
        {
          acknowledged: false,
          error: 'number_taken',
          message: expect.any(String),
          number,
          part: owner,
        },
      ]);
    }
    const other = await parts.added({ partNumber: 'HL-179', numbers: [oe] });
    expect((await parts.edit(other, { partNumber: 'HL177' })).body.error).toBe('number_taken');
    expect((await parts.edit(first, { partNumber: 'HL 177' })).status).toBe(200);
  });

  test('of many admins who give a number at once, one gets it, and no other part is added', async () => {
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => parts.add({ name: 'Racer', partNumber: 'RC-1' })),
    );
    const errors = tries.map(({ body }) => body.error);
    expect(errors.filter((error) => error === undefined)).toHaveLength(1);
    expect(errors.filter((error) => error === 'number_taken')).toHaveLength(5);
    const { rows } = await sql`select from parts where name = 'Racer'`.execute(shop.db);
    expect(rows).toHaveLength(1);
  });

  test('what replaces a part is the last of the chain that can be bought', async () => {
    const newest = await parts.added({ name: 'Fourth', inStock: 0 });
    const third = await parts.added({ name: 'Third', replacedBy: newest });
    const second = await parts.added({ name: 'Second', replacedBy: third });
    const first = await parts.added({ name: 'First', replacedBy: second });
    const replacement = async () => (await parts.part(first)).replacement?.name;
    expect((await parts.part(third)).replaces).toMatchObject([
      { _id: second, name: 'Second', onSale: true },
    ]);
    expect(await replacement()).toBe('Third');
    const stock = { change: 200, reason: 'Delivered' };
    await shop.request('POST', `/api/part/${newest}/stock`, { as: parts.admin, body: stock });
    expect(await replacement()).toBe('Fourth');
    for (const [gone, next] of [
      [newest, 'Third'],
      [third, 'Second'],
      [second, undefined],
    ] as const) {
      await parts.remove(gone);
      expect(await replacement()).toBe(next);
    }
    await shop.request('POST', `/api/part/${third}/restore`, { as: parts.admin });
    expect((await parts.part(third)).replaces).toMatchObject([{ _id: second, onSale: false }]);
  });

  test('no part replaces itself, by whatever way round', async () => {
    const a = await parts.added({ name: 'A' });
    const b = await parts.added({ name: 'B', replacedBy: a });
    const c = await parts.added({ name: 'C', replacedBy: b });
    for (const [id, replacedBy] of [
      [a, a],
      [a, b],
      [a, c],
    ] as const)
      expect((await parts.edit(id, { replacedBy })).body.error).toBe('replacement_loops');
    expect((await parts.edit(a, { replacedBy: parts.admin.userId })).body.error).toBe(
      'replacement_unknown',
    );
    expect((await parts.edit(a, { replacedBy: 'B' })).body.error).toBe('invalid_input');
    expect((await parts.edit(c, { replacedBy: a })).status).toBe(200);

    // Two admins close a ring at the same moment, several times over.
    const rings = await Promise.all(
      [1, 2, 3, 4].map(
        async () => [await parts.added({ name: 'X' }), await parts.added({ name: 'Y' })] as const,
      ),
    );
    const ends = await Promise.all(
      rings.map(([x, y]) =>
        Promise.all([parts.edit(x, { replacedBy: y }), parts.edit(y, { replacedBy: x })]),
      ),
    );
    for (const both of ends)
      expect(new Set(both.map(({ body }) => body.error))).toEqual(
        new Set(['replacement_loops', undefined]),
      );
  });

  test('a part of an older copy gets the words to find it by, and its brand one spelling', async () => {
    await parts.added({ name: 'Spark plug', brand: 'Ostervane', type: 'spark-plug' });
    const older = await samplePart(shop.db, { name: 'Zündkerze', createdAt: shop.clock.now() });
    await sql`update brands set name = name`.execute(shop.db);
    await sql`alter table parts drop constraint parts_brand_fkey`.execute(shop.db);
    await sql`update parts set search = null, search_as_of = null, brand = 'OSTERVANE' where id = ${older}`.execute(
      shop.db,
    );
    await sql`alter table parts add constraint parts_brand_fkey
      foreign key (brand) references brands (name) on update cascade not valid`.execute(shop.db);
    expect(await find('Zündkerze')).not.toContain(older);
    await shop.everyMinute();
    expect(await find('Zündkerze')).toContain(older);
    expect((await parts.part(older)).brand).toBe('Ostervane');

    // It edits what it knows.
    await sql`update parts set name = 'Glühkerze', updated_at = ${new Date('2027-01-01')} where id = ${older}`.execute(
      shop.db,
    );
    expect(await find('Glühkerze')).toEqual([]);
    await shop.everyMinute();
    expect(await find('Glühkerze')).toEqual([older]);
  });

  test('a part is found by the names of its type', async () => {
    const id = await parts.added({ name: 'UH 77', type: 'brake-disc', description: 'x' });
    const { rows } = await sql<{ name: string }>`
      select name from part_type_names where type_id = 'brake-disc'`.execute(shop.db);
    for (const { name } of [{ name: 'Brake discs' }, ...rows])
      expect(await find(name), name).toContain(id);
  });
});
