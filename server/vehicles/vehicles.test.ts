import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '#contract/durations.ts';
import { mostAddedVehicles, mostNamedVehicles } from '#contract/vehicle-limits.ts';
import type { VehicleCoverage } from '#contract/vehicles.ts';
import { indexParts } from '#server/parts/index-parts.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';
import { checkFitments } from './check-fitments.ts';
import { spellVehicles } from './spell-vehicles.ts';

const unbound = { engine: '', position: '', note: '', remark: '', source: '' };

describe.each(engines)('vehicles on the %s database', (engine) => {
  let shop: TestShop;
  let parts: Awaited<ReturnType<typeof partEditor>>;

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    parts = await partEditor(shop, 'VEH');
  });
  afterAll(() => shop.close());

  const ask = (method: 'GET' | 'POST' | 'DELETE', address: string, body?: object) =>
    shop.request(method, `/api/admin/${address}`, { as: parts.admin, ...(body && { body }) });
  const coverage = async (): Promise<VehicleCoverage> =>
    (await ask('GET', 'vehicles/coverage')).body;
  const work = async () => {
    await spellVehicles({ ...shop, publicPagesChanged: () => undefined });
    await checkFitments(shop);
    await indexParts(shop);
  };
  const vehicle = (make: string, model: string, yearFrom: number, yearTo: number) => ({
    make,
    model,
    yearFrom,
    yearTo,
  });
  const faultsOf = async (kind: string) => (await ask('GET', `vehicles/faults?kind=${kind}`)).body;

  test('are listed with their parts on sale: one of deleted parts alone is none that anybody has to look at', async () => {
    const [unknown, wrong] = [
      vehicle('Wartburg', '353', 1966, 1988),
      vehicle('Volkswagen', 'Golf', 1960, 1961),
    ];
    const gone = await parts.added({ fitments: [unknown, wrong] });
    const kept = await parts.added({ fitments: [unknown] });
    const one = { parts: { count: 1, more: false } };
    expect((await coverage()).unknown).toMatchObject([{ ...unknown, parts: { count: 2 } }]);
    await parts.remove(gone);
    expect(await coverage()).toMatchObject({
      unknown: [{ ...unknown, ...one }],
      wrongYears: [],
      more: false,
    });
    await parts.remove(kept);
    expect(await coverage()).toMatchObject({ unknown: [], wrongYears: [], more: false });
  });

  test('that nobody knows are named, as many as may be, whatever deleted parts named before them', async () => {
    const gone = await parts.added({ fitments: [] });
    const there = await parts.added({ fitments: [] });
    for (const [id, first] of [
      [gone, 'A'],
      [there, 'B'],
    ])
      await sql`
        insert into fitments (part_id, make, model, year_from, year_to)
          select ${id}, 'Zastava', ${first}::text || lpad(n::text, 4, '0'), 1990, 1995 from generate_series(1, ${mostNamedVehicles + 1}) n`.execute(
        shop.db,
      );
    await parts.remove(gone);
    const { unknown: named, more } = await coverage();
    expect([named.length, named[0]?.model, more]).toEqual([mostNamedVehicles, 'B0001', true]);
    const last = `B${String(mostNamedVehicles + 1).padStart(4, '0')}`;
    await sql`delete from fitments where part_id = ${there} and model = ${last}`.execute(shop.db);
    expect((await coverage()).more).toBe(false);
    await parts.remove(there);
    expect((await coverage()).unknown).toEqual([]);
  });

  test('of parts from before get the spelling that is known now', async () => {
    const id = await parts.added({ fitments: [] });
    await sql`insert into fitments (part_id, make, model, year_from, year_to)
      values (${id}, 'Mercedes', 'c-class', 2008, 2014), (${id}, 'FORD', 'F 150', 2009, 2014)`.execute(
      shop.db,
    );
    await work();
    expect((await parts.part(id)).fitments).toMatchObject([
      vehicle('Ford', 'F-150', 2009, 2014),
      vehicle('Mercedes-Benz', 'C-Class', 2008, 2014),
    ]);
  });

  test('that an older copy writes later get it within an hour, and all that was said of them', async () => {
    const id = await parts.added({ fitments: [] });
    await work();
    const said = {
      engine: '2.0 diesel',
      position: 'front',
      note: 'q',
      remark: 'n',
      source: 's',
    };
    await sql`insert into fitments (part_id, make, model, year_from, year_to, engine, position, note, remark, source)
      values (${id}, 'vw', 'golf', 2015, 2021, ${said.engine}, ${said.position}, ${said.note}, ${said.remark}, ${said.source})`.execute(
      shop.db,
    );
    await work();
    expect((await parts.part(id)).fitments).toMatchObject([{ make: 'vw' }]);
    shop.clock.advance(hourMs);
    await work();
    expect((await parts.part(id)).fitments).toEqual([
      { ...vehicle('Volkswagen', 'Golf', 2015, 2021), ...said },
    ]);
    // Its words, too.
    const { body } = await shop.request('GET', '/api/search?q=volkswagen+golf');
    expect(body.rows.map(({ _id }: { _id: string }) => _id)).toContain(id);
  });

  test("stand at a part in the shop's spelling, each once", async () => {
    const id = await parts.added({
      fitments: [
        { ...vehicle('vw', 'golf', 2015, 2021), engine: '2,0 l Diesel', position: 'front' },
        { ...vehicle('VOLKSWAGEN', 'Golf', 2015, 2021), engine: '2.0 diesel', position: 'front' },
        { ...vehicle('Chevy', 'Impala', 2006, 2016), note: 'with air conditioning' },
      ],
    });
    expect((await parts.part(id)).fitments).toEqual([
      {
        ...vehicle('Chevrolet', 'Impala', 2006, 2016),
        ...unbound,
        note: 'with air conditioning',
      },
      {
        ...vehicle('Volkswagen', 'Golf', 2015, 2021),
        ...unbound,
        engine: '2.0 diesel',
        position: 'front',
      },
    ]);
  });

  test('that are one vehicle by different names keep the years of both, typed or renamed later', async () => {
    const typed = await parts.added({
      fitments: [vehicle('VW', 'Golf', 2010, 2015), vehicle('Volkswagen', 'Golf', 2010, 2012)],
    });
    expect((await parts.part(typed)).fitments).toEqual([
      { ...vehicle('Volkswagen', 'Golf', 2010, 2015), ...unbound },
    ]);
    const [longer, shorter] = [
      await parts.added({ fitments: [vehicle('Volkswagen', 'Golf', 2010, 2012)] }),
      await parts.added({ fitments: [vehicle('Volkswagen', 'Golf', 2010, 2015)] }),
    ];
    await sql`insert into fitments (part_id, make, model, year_from, year_to)
      values (${longer}, 'VW', 'Golf', 2010, 2015), (${shorter}, 'VW', 'Golf', 2010, 2012)`.execute(
      shop.db,
    );
    shop.clock.advance(hourMs);
    await work();
    for (const id of [longer, shorter])
      expect((await parts.part(id)).fitments).toEqual([
        { ...vehicle('Volkswagen', 'Golf', 2010, 2015), ...unbound },
      ]);
  });

  test.each([
    [{ engine: '2.0 TDI' }, 'fitments.0.engine'],
    [{ position: 'roof' }, 'fitments'],
    [{ note: 'x'.repeat(161) }, 'fitments.0.note'],
  ])('are refused with %j', async (wrong, field) => {
    const fitments = [{ ...vehicle('Audi', 'A4', 2008, 2015), ...wrong }];
    const { status, body } = await parts.add({ partNumber: 'VEH-WRONG', fitments });
    expect([status, body.error]).toEqual([422, 'invalid_input']);
    expect(JSON.stringify(body)).toContain(field);
  });

  test('that nobody knows, or not in these years, are listed with their parts', async () => {
    await parts.added({ fitments: [vehicle('Škoda', 'Octavia', 2013, 2020)] });
    await parts.added({ fitments: [vehicle('Škoda', 'Octavia', 2013, 2020)] });
    await parts.added({ fitments: [vehicle('Volkswagen', 'Golf', 1994, 2000)] });
    // A Golf of 2007 to 2009 was sold as a Rabbit.
    await parts.added({ fitments: [vehicle('Volkswagen', 'Golf', 2003, 2021)] });
    // Built at both ends, but not between.
    await parts.added({ fitments: [vehicle('Ford', 'Bronco', 1990, 2026)] });
    const { unknown, wrongYears, more } = await coverage();
    expect(unknown).toEqual([
      { ...vehicle('Škoda', 'Octavia', 2013, 2020), parts: { count: 2, more: false } },
    ]);
    expect(wrongYears).toEqual([
      {
        ...vehicle('Ford', 'Bronco', 1990, 2026),
        parts: { count: 1, more: false },
        built: '1990–1996, 2021–2026',
      },
      {
        ...vehicle('Volkswagen', 'Golf', 1994, 2000),
        parts: { count: 1, more: false },
        built: '1990–1993, 1996–2006, 2010–2021',
      },
    ]);
    expect(more).toBe(false);
  });

  test('that an admin adds are known from then on, once for a year they begin with, until they are taken away', async () => {
    const octavia = vehicle('škoda', 'Octavia', 2013, 2019);
    const first = await ask('POST', 'vehicles', { ...octavia, engines: ['1.6 tdi'] });
    expect([first.status, first.body.error]).toEqual([422, 'invalid_input']);
    const added = await ask('POST', 'vehicles', octavia);
    const again = await ask('POST', 'vehicles', {
      ...octavia,
      yearTo: 2020,
      engines: ['1.6 diesel', '2,0 l diesel'],
    });
    expect([added.status, again.body]).toEqual([200, added.body]);
    expect((await ask('GET', 'vehicles')).body).toEqual([
      {
        _id: added.body.insertedId,
        ...vehicle('škoda', 'Octavia', 2013, 2020),
        engines: ['1.6 diesel', '2.0 diesel'],
        createdAt: expect.any(String),
      },
    ]);
    expect((await coverage()).unknown).toEqual([]);
    expect((await ask('GET', 'vehicles/known?make=škoda&model=octavia')).body).toMatchObject({
      makes: expect.arrayContaining(['škoda', 'Volkswagen']),
      models: ['Octavia'],
      years: [{ from: 2013, to: 2020 }],
      engines: ['1.6 diesel', '2.0 diesel'],
    });
    const id = String(added.body.insertedId);
    expect((await ask('DELETE', `vehicles/${id}`)).body).toEqual({ acknowledged: true });
    expect((await ask('DELETE', `vehicles/${id}`)).body.error).toBe('vehicle_not_found');
    expect((await coverage()).unknown).toHaveLength(1);
  });

  test('under a name that an admin explains become the vehicle at their parts, and are found by it', async () => {
    const old = vehicle('Holden', 'Commodore SS', 2014, 2017);
    const meant = vehicle('Chevrolet', 'SS', 2014, 2017);
    const id = await parts.added({ fitments: [old, meant] });
    const alone = await parts.added({ fitments: [old] });
    const means = { meansMake: 'chevrolet', meansModel: 'ss' };
    const name = { make: 'HOLDEN', model: 'Commodore ss', ...means };
    for (const [wrong, error] of [
      [{ ...name, meansModel: 'None' }, 'vehicle_unknown'],
      [{ make: 'Audi', model: 'A4', ...means }, 'vehicle_known'],
      [{ make: 'vw', model: 'golf', ...means }, 'vehicle_known'],
    ] as const)
      expect((await ask('POST', 'vehicle-names', wrong)).body.error).toBe(error);
    const { body } = await ask('POST', 'vehicle-names', name);
    expect((await ask('GET', 'vehicle-names')).body).toMatchObject([
      { ...name, _id: body.insertedId, meansMake: 'Chevrolet', meansModel: 'SS' },
    ]);
    // Asked again it is the same name.
    expect((await ask('POST', 'vehicle-names', name)).body).toEqual(body);
    await work();
    for (const part of [id, alone])
      expect((await parts.part(part)).fitments).toMatchObject([meant]);
    const found = await shop.request('GET', '/api/search?make=Chevrolet&model=SS');
    expect(found.body.total).toEqual({ count: 2, more: false });
    // What comes later with the name, too.
    const later = await parts.added({ fitments: [old] });
    expect((await parts.part(later)).fitments).toMatchObject([meant]);
    expect((await ask('DELETE', `vehicle-names/${String(body.insertedId)}`)).status).toBe(200);
    expect((await ask('GET', 'vehicle-names')).body).toEqual([]);
    const { body: log } = await ask('GET', 'audit?subject=vehicle');
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      'vehicle name deleted',
      'vehicle name added',
      'vehicle name added',
      'vehicle deleted',
      'vehicle added',
      'vehicle added',
    ]);
  });

  test('are known by every name that the shop knows of them', async () => {
    const name = { make: 'Bora', model: 'VI', meansMake: 'VW', meansModel: 'golf' };
    const added = await ask('POST', 'vehicle-names', name);
    expect(added.status).toBe(200);
    expect((await ask('GET', 'vehicle-names')).body).toMatchObject([
      { ...name, meansMake: 'Volkswagen', meansModel: 'Golf' },
    ]);
    const known = async (make: string, model: string) =>
      (await ask('GET', `vehicles/known?make=${make}&model=${model}`)).body;
    const golf = await known('Volkswagen', 'Golf');
    expect(golf.models).toContain('Golf');
    expect(golf.engines).not.toEqual([]);
    expect(await known('vw', 'golf')).toEqual(golf);
    expect(await known('Bora', 'VI')).toEqual({ ...golf, models: [] });
    await ask('DELETE', `vehicle-names/${String(added.body.insertedId)}`);
  });

  test('are as many as the shop takes: what is there can be changed, but nothing added', async () => {
    await sql`insert into vehicles (id, make, model, year_from, year_to, created_at)
      select gen_random_uuid(), 'Full', 'Model ' || n, 2000, 2010, now() from generate_series(1, ${mostAddedVehicles}::int) n`.execute(
      shop.db,
    );
    const last = { ...vehicle('Full', 'Model 7', 2000, 2011), engines: [] };
    expect((await ask('POST', 'vehicles', last)).status).toBe(200);
    const { status, body } = await ask('POST', 'vehicles', { ...last, model: 'Another' });
    expect([status, body.error]).toEqual([409, 'too_many_vehicles']);
    const { body: all } = await ask('GET', 'vehicles');
    expect(all).toHaveLength(mostAddedVehicles);
    await sql`delete from vehicles where make = 'Full'`.execute(shop.db);
  });

  test('with faults are told part by part, until they are mended or the part is deleted', async () => {
    const pads = { type: 'brake-pad-set', attributes: {} };
    const placed = { ...vehicle('Audi', 'A4', 2008, 2012), position: 'front' };
    const clash = await parts.added({
      ...pads,
      fitments: [placed, { ...placed, yearFrom: 2010, yearTo: 2015 }],
    });
    const rabbit = { ...vehicle('Volkswagen', 'Rabbit', 2007, 2009), position: 'rear' };
    const twice = await parts.added({ ...pads, fitments: [rabbit, { ...rabbit, model: 'Golf' }] });
    const unplaced = await parts.added({ ...pads, fitments: [{ ...placed, position: '' }] });
    const front = await parts.added({
      ...pads,
      attributes: { axle: 'Front' },
      fitments: [{ ...placed, position: '' }],
    });
    const none = await parts.added(pads);
    expect((await coverage()).waiting.count).toBeGreaterThan(0);
    await work();
    const { waiting, faults } = await coverage();
    expect(waiting).toEqual({ count: 0, more: false });
    expect(faults.map(({ kind, count }) => [kind, count])).toEqual([
      ['no vehicle', 1],
      ['no position', 1],
      ['overlap', 1],
      ['duplicate', 1],
      ['doubted', 0],
    ]);
    const told = async () => [
      ...(await faultsOf('overlap')),
      ...(await faultsOf('duplicate')),
      ...(await faultsOf('no position')),
      ...(await faultsOf('no vehicle')),
    ];
    expect((await told()).map(({ _id, details }) => [_id, details])).toEqual([
      [clash, 'Audi A4 2008–2012 and Audi A4 2010–2015'],
      [twice, 'Volkswagen Golf 2007–2009 and Volkswagen Rabbit 2007–2009'],
      [unplaced, 'Audi A4 2008–2012'],
      [none, ''],
    ]);
    shop.clock.advance(1000);
    await parts.edit(clash, { fitments: [placed] });
    await parts.edit(unplaced, { attributes: { axle: 'Rear' } });
    for (const id of [twice, none]) await parts.remove(id);
    await work();
    expect(await told()).toEqual([]);
    expect((await parts.part(front)).fitments).toHaveLength(1);
  });
});
