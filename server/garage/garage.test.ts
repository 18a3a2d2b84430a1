import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';

const golf = { make: 'Volkswagen', model: 'Golf', year: 2015, engine: '2.0 L4 diesel' };
const transit = { make: 'Ford', model: 'Transit', year: 2018 };

describe.each(engines)('a garage, on the %s database', (engine) => {
  let shop: TestShop;
  let ana: Person;

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
  });
  afterAll(() => shop.close());
  const newPerson = async () => (ana = await shop.person('Ana Duarte'));

  const keep = (as: Person, ...vehicles: object[]) =>
    shop.request('POST', '/api/my-vehicles', { as, body: { vehicles } });
  const garage = async (as: Person) => (await shop.request('GET', '/api/my-vehicles', { as })).body;
  const rename = (as: Person, id: string, name: string) =>
    shop.request('PATCH', `/api/my-vehicles/${id}`, { as, body: { name } });
  const remove = (as: Person, id: string) =>
    shop.request('DELETE', `/api/my-vehicles/${id}`, { as });
  /** So many different vehicles. */
  const fleet = (count: number, make = 'Ford') =>
    Array.from({ length: count }, (_, at) => ({ make, model: 'Transit', year: 1960 + at }));

  test('keeps vehicles in their order, each once, and sent again changes nothing', async () => {
    await newPerson();
    const first = await keep(ana, { ...golf, name: ' Van 3 ' }, transit, { make: 'BMW' });
    const kept = [
      { ...golf, name: 'Van 3' },
      { ...transit, name: '' },
      { make: 'BMW', name: '' },
    ];
    expect(first).toMatchObject({
      status: 200,
      body: { acknowledged: true, added: 3, leftOut: 0, vehicles: kept },
    });
    const again = await keep(ana, { make: 'bmw', model: '', engine: '' }, golf, transit);
    expect(again.body).toEqual({
      ...first.body,
      added: 0,
      spelled: [{ make: 'BMW' }, golf, transit],
    });
    expect(await garage(ana)).toEqual(first.body.vehicles);
  });

  test('keeps the spelling of the shop, so that another name is no other vehicle', async () => {
    await newPerson();
    await keep(ana, { make: 'vw', model: 'GOLF', year: 2015 });
    const { body } = await keep(
      ana,
      { make: 'Volkswagen', model: 'Golf', year: 2015 },
      { make: 'Chevy', model: 'tahoe' },
      { make: 'Chevrolet', model: 'Tahoe', name: 'Truck' },
    );
    expect(body.spelled).toEqual([
      { make: 'Volkswagen', model: 'Golf', year: 2015 },
      { make: 'Chevrolet', model: 'Tahoe' },
      { make: 'Chevrolet', model: 'Tahoe' },
    ]);
    expect(body).toMatchObject({
      added: 1,
      vehicles: [
        { make: 'Volkswagen', model: 'Golf', year: 2015 },
        { make: 'Chevrolet', model: 'Tahoe', name: 'Truck' },
      ],
    });
  });

  test('takes the names of a guest where there is none, and never another', async () => {
    await newPerson();
    await keep(ana, golf, { ...transit, name: 'Van 3' });
    await keep(ana, { ...golf, name: 'Boss' }, { ...transit, name: 'Van 4' });
    expect((await garage(ana)).map(({ name }: { name: string }) => name)).toEqual([
      'Boss',
      'Van 3',
    ]);
  });

  test('names and forgets a vehicle; a name may be taken away', async () => {
    await newPerson();
    await keep(ana, golf, transit);
    const [one, other] = await garage(ana);
    for (const name of ['Van 3', 'Van <b>3</b>', ''])
      expect(await rename(ana, one._id, name)).toMatchObject({
        status: 200,
        body: { acknowledged: true },
      });
    await rename(ana, one._id, 'Van 4');
    expect(await garage(ana)).toEqual([{ ...one, name: 'Van 4' }, other]);
    for (const _ of ['once', 'twice'])
      expect(await remove(ana, one._id)).toMatchObject({ status: 200 });
    expect(await garage(ana)).toEqual([other]);
    expect(await rename(ana, one._id, 'Gone')).toMatchObject({
      status: 404,
      body: { acknowledged: false, error: 'vehicle_not_found' },
    });
  });

  test('has fifty vehicles at most, and says how many were left out', async () => {
    await newPerson();
    await keep(ana, ...fleet(48));
    const { body } = await keep(ana, golf, transit, golf, ...fleet(3, 'BMW'));
    expect(body).toMatchObject({ acknowledged: true, added: 2, leftOut: 3 });
    expect(body.vehicles).toHaveLength(50);
    expect(await keep(ana, { make: 'Audi' })).toMatchObject({
      status: 200,
      body: { added: 0, leftOut: 1 },
    });
    const [first] = await garage(ana);
    await remove(ana, first._id);
    expect((await keep(ana, { make: 'Audi' })).body).toMatchObject({ added: 1, leftOut: 0 });
  });

  test('has fifty and none twice against writers at the same moment', async () => {
    await newPerson();
    await keep(ana, ...fleet(40));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        keep(ana, golf, { make: 'BMW', model: 'X5', year: 2000 + at }, ...fleet(1, 'Audi')),
      ),
    );
    const sums = answers.map(({ body }) => [body.added, body.leftOut]);
    expect(sums.reduce((sum, [added]) => sum + added, 0)).toBe(10);
    const kept: (typeof golf)[] = await garage(ana);
    expect(kept).toHaveLength(50);
    expect(new Set(kept.map((one) => JSON.stringify({ ...one, _id: '' }))).size).toBe(50);
    expect(kept.filter(({ make }) => make === 'Volkswagen' || make === 'Audi')).toHaveLength(2);
  });

  test('is nobody else’s', async () => {
    await newPerson();
    const omar = await shop.person('Omar Other');
    await keep(ana, { ...golf, name: 'Van 3' });
    const [{ _id }] = await garage(ana);
    expect(await garage(omar)).toEqual([]);
    expect((await rename(omar, _id, 'Mine')).status).toBe(404);
    expect((await remove(omar, _id)).status).toBe(200);
    expect(await garage(ana)).toMatchObject([{ name: 'Van 3' }]);
    expect((await shop.request('GET', '/api/my-vehicles')).status).toBe(401);
  });

  test('of an admin stays when they are one no longer, and a blocked account has no way to it', async () => {
    await newPerson();
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const other = await shop.person('Otto Admin', { role: 'admin' });
    const step = (method: 'PUT' | 'DELETE', path: string, { email }: Person) =>
      shop.request(method, `/api/users/${path}/${encodeURIComponent(email)}`, { as: admin });
    await keep(other, golf);
    expect((await step('DELETE', 'admin', other)).status).toBe(200);
    expect((await keep(other, transit)).status).toBe(200);
    expect(await garage(other)).toHaveLength(2);
    expect((await step('PUT', 'blocked', ana)).status).toBe(200);
    const answers = [
      await keep(ana, golf),
      await shop.request('GET', '/api/my-vehicles', { as: ana }),
    ];
    for (const { status } of answers) expect([401, 403]).toContain(status);
    const left = shop.db
      .selectFrom('garage_vehicles')
      .selectAll()
      .where('user_id', '=', ana.userId);
    expect(await left.execute()).toEqual([]);
  });

  test('is in the download of one’s data, and goes with the account, which gets nothing after', async () => {
    await newPerson();
    await keep(ana, { ...transit, name: 'Van 3' });
    const account = `/api/user/${encodeURIComponent(ana.email)}`;
    const { body } = await shop.request('GET', `${account}/data`, { as: ana });
    expect(body.garage).toEqual([{ ...transit, name: 'Van 3', _id: expect.any(String) }]);
    await shop.request('POST', `${account}/close`, { as: ana, body: { typedEmail: ana.email } });
    expect((await keep(ana, golf)).status).toBe(401);
    const left = shop.db
      .selectFrom('garage_vehicles')
      .selectAll()
      .where('user_id', '=', ana.userId);
    expect(await left.execute()).toEqual([]);
  });

  test('that is being written while its account is closed keeps nothing', async () => {
    for (let times = 0; times < 5; times += 1) {
      await newPerson();
      const path = `/api/user/${encodeURIComponent(ana.email)}/close`;
      await Promise.all([
        shop.request('POST', path, { as: ana, body: { typedEmail: ana.email } }),
        ...fleet(5).map((one) => keep(ana, one)),
      ]);
      const left = shop.db
        .selectFrom('garage_vehicles')
        .selectAll()
        .where('user_id', '=', ana.userId);
      expect(await left.execute()).toEqual([]);
    }
  });

  test.each([
    ['no make', { make: '' }],
    ['a make that is no text', { make: 7 }],
    ['a year before cars', { make: 'BMW', year: 1899 }],
    ['a year that is a text', { make: 'BMW', year: '2015' }],
    ['an engine that is none', { make: 'BMW', engine: 'loud' }],
    ['a name of 61 letters', { make: 'BMW', name: 'x'.repeat(61) }],
    ['a name of two lines', { make: 'BMW', name: 'a\nb' }],
    ['a name with a VIN in it', { make: 'BMW', name: 'Van 1HGCM82633A004352' }],
    ['a VIN as its model', { make: 'BMW', model: '1HGCM82633A004352' }],
  ])('refuses %s', async (_what, vehicle) => {
    await newPerson();
    expect(await keep(ana, golf, vehicle)).toMatchObject({
      status: 422,
      body: { error: 'invalid_input' },
    });
    expect(await garage(ana)).toEqual([]);
  });

  test('refuses more than fifty vehicles at once, none, and a VIN as another name', async () => {
    await newPerson();
    expect((await keep(ana, ...fleet(51))).status).toBe(422);
    expect((await keep(ana)).status).toBe(422);
    await keep(ana, golf);
    const [{ _id }] = await garage(ana);
    expect((await rename(ana, _id, '1HGCM82633A004352')).status).toBe(422);
    expect((await rename(ana, randomUUID(), 'Van')).status).toBe(404);
  });
});
