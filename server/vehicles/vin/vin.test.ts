import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { calls } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { VinAnswer, VinLine } from '#contract/vin-calls.ts';
import { mountSite } from '#server/http/site.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';
import { smallBuild } from '#test/small-build.ts';
import { tablesWith } from '#test/tables-with.ts';

/** As somebody types them: whole, in small letters, in groups, with a wrong digit, with a wrong letter, from Europe, of nobody. */
const vins = {
  accord: '1HGCM82633A004352',
  small: '3vwll7aj9bm053541',
  groups: 'WBA 3A5C57CF 256651',
  wrongDigit: '1HGCM82643A004352',
  wrongLetter: '1HGCM82633AO04352',
  golf: 'WVWZZZ1KZAW000001',
  nobody: 'ZZ9ZZ9ZZ9ZZ912345',
} as const;

describe.each(engines)('a VIN, on the %s database', (engine) => {
  let shop: TestShop;
  let admin: Awaited<ReturnType<typeof partEditor>>['admin'];
  const buildDir = smallBuild();

  beforeAll(async () => {
    shop = await startShop({
      database: await databaseOn(engine),
      logLevel: 'info',
      pages: (app, pages) => mountSite(app, { ...pages, buildDir }),
    });
    ({ admin } = await partEditor(shop, 'VIN'));
  });
  afterAll(async () => {
    await shop.close();
    rmSync(buildDir, { recursive: true });
  });

  const post = (vin: unknown) => shop.request('POST', '/api/vin', { body: { vin } });
  const list = (text: unknown) =>
    shop.request('POST', '/api/vins', { as: admin, body: { vins: text } });
  const decoded = async (vin: string): Promise<VinAnswer> => {
    const { status, body, headers } = await post(vin);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    return body;
  };

  test('is told in the spelling of the shop, however it is typed', async () => {
    expect(await decoded(vins.accord)).toEqual({
      vehicles: [
        { make: 'Honda', model: 'Accord', year: 2003, body: 'Coupe', engine: 'V6 petrol' },
      ],
      hasCheckDigit: true,
    });
    expect(await decoded(vins.small)).toMatchObject({
      vehicles: [{ make: 'Volkswagen', model: 'Jetta', year: 2011, body: 'Sedan' }],
    });
    expect(await decoded(vins.groups)).toMatchObject({
      vehicles: [{ make: 'BMW', model: '328i', year: 2012 }],
    });
  });

  // The patterns know that the cylinders are in a row, and not how many they are.
  test('of a half known engine says what the garage takes', async () => {
    const { vehicles } = await decoded('JHMGE8H41AC000001');
    expect(vehicles).toEqual([
      { make: 'Honda', model: 'Fit', year: 2010, body: 'Hatchback', engine: 'petrol' },
    ]);
    const garage = [{ make: 'Honda', model: 'Fit', year: 2010, engine: vehicles[0]?.engine }];
    expect(
      await shop.request('POST', '/api/my-vehicles', { as: admin, body: { vehicles: garage } }),
    ).toMatchObject({ status: 200, body: { added: 1 } });
  });

  // An Armada has a 5.6 that burns flex fuel, too.
  test('of petrol is completed by an engine of petrol alone', async () => {
    expect((await decoded('5N1AA0AA0A0000000')).vehicles).toMatchObject([
      { make: 'Nissan', model: 'Armada', year: 2010, engine: '5.6 V8 petrol' },
    ]);
  });

  test('says whether its check digit is right, and what it is anyway', async () => {
    const wrong = await decoded(vins.wrongDigit);
    expect(wrong.hasCheckDigit).toBe(false);
    expect(wrong.vehicles).toEqual((await decoded(vins.accord)).vehicles);
  });

  test('of a manufacturer alone is a make, and of nobody nothing', async () => {
    expect((await decoded(vins.golf)).vehicles).toEqual([
      { make: 'Volkswagen', model: null, year: null, body: null, engine: null },
    ]);
    expect((await decoded(vins.nobody)).vehicles).toEqual([]);
  });

  test.each([vins.wrongLetter, '1HGCM82633A00435', '1HGCM82633A0043521'])(
    'that is none is refused: %s',
    async (vin) => {
      const answer = await post(vin);
      expect(answer).toMatchObject({ status: 422, body: { error: 'vin_invalid' } });
      expect(JSON.stringify(answer)).not.toContain(vin);
    },
  );

  test.each([null, 17, '', 'x'.repeat(101)])('must be a text: %j', async (vin) => {
    expect(await post(vin)).toMatchObject({ status: 422, body: { error: 'invalid_input' } });
  });

  const searching = Object.values<Endpoint>(calls).filter(
    ({ query }) => query instanceof z.ZodMiniObject && 'q' in query.shape,
  );
  test('may be typed into any of these searches', () => {
    expect(searching.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/search', '/my-orders', '/bought-before', '/admin/audit']),
    );
  });
  const searches = searching.flatMap(({ path }) =>
    [
      vins.accord,
      vins.wrongLetter,
      vins.groups,
      `brake disc ${vins.golf}`,
      `VIN:${vins.golf}`,
      `(${vins.accord})`,
    ].map((q) => [path, q] as const),
  );
  test.each(searches)('is refused by GET /api%s, which caches may keep: %s', async (path, q) => {
    const answer = await shop.request('GET', `/api${path}?q=${encodeURIComponent(q)}`, {
      as: admin,
    });
    expect(answer).toMatchObject({ status: 422, body: { error: 'vin_in_search' } });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(answer.body)).not.toContain(q);
  });

  test.each([
    [`/parts?q=${vins.accord}`, '/parts#vin-note'],
    [`/parts/?q=${vins.small}`, '/parts#vin-note'],
    [`/parts?brand=Drevanto&q=${vins.golf}&x=1`, '/parts?brand=Drevanto#vin-note'],
    [`/parts?q=brake&q=${vins.golf}`, '/parts#vin-note'],
    [`/parts?q=${encodeURIComponent(vins.groups)}`, '/parts#vin-note'],
    [`/parts?q=VIN%3A${vins.golf}`, '/parts#vin-note'],
    [`/?q=${vins.accord}`, '/#vin-note'],
    [
      `/dashboard/my-orders?state=shipped&q=${vins.golf}`,
      '/dashboard/my-orders?state=shipped#vin-note',
    ],
    [`//other.example/a?q=${vins.golf}`, '/other.example/a#vin-note'],
  ])('in the address of a page is dropped by a redirect: %s', async (address, to) => {
    const { status, headers } = await shop.request('GET', address);
    expect([status, headers['location'], headers['cache-control']]).toEqual([303, to, 'no-store']);
  });

  describe('in the list of a fleet', () => {
    const broken = [vins.accord, '', 'VIN', vins.wrongLetter, `Van 7\t${vins.wrongDigit}`];

    test('is told by its line, and is not in the answer', async () => {
      const all = [...broken, `${vins.small}, ${vins.groups}`, vins.golf, vins.nobody].join('\n');
      const { status, body, headers } = await list(all);
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      const said = body.lines.map(({ line, problem, hasCheckDigit, vehicles }: VinLine) => [
        line,
        problem ?? `${vehicles[0]?.make} ${vehicles[0]?.model} ${vehicles[0]?.year}`,
        hasCheckDigit,
      ]);
      expect(said).toEqual([
        [1, 'Honda Accord 2003', true],
        [3, 'no_vin', false],
        [4, 'wrong_letter', false],
        [5, 'Honda Accord 2003', false],
        [6, 'Volkswagen Jetta 2011', true],
        [6, 'BMW 328i 2012', true],
        [7, 'Volkswagen null null', false],
        [8, 'unknown', false],
      ]);
      const answer = JSON.stringify(body).toUpperCase();
      for (const vin of Object.values(vins))
        expect(answer).not.toContain(vin.replaceAll(' ', '').toUpperCase());
    });

    test('is one of 500 at most', async () => {
      const accords = (count: number) =>
        Array.from({ length: count }, (_, at) => `1HGCM82633A${100_000 + at}`).join('\n');
      const { status, body } = await list(accords(500));
      expect([status, body.lines.length, body.lines[499].line]).toEqual([200, 500, 500]);
      const refused = { status: 422, body: { error: 'too_many_vins' } };
      expect(await list(accords(501))).toMatchObject(refused);
      expect(await list('no VIN\n'.repeat(1001))).toMatchObject(refused);
    });

    test('is for customers, and a text of some length', async () => {
      expect(
        (await shop.request('POST', '/api/vins', { body: { vins: vins.accord } })).status,
      ).toBe(401);
      for (const text of [undefined, 17, '', [vins.accord], `${vins.accord}\n`.repeat(4000)])
        expect(await list(text)).toMatchObject({ status: 422, body: { error: 'invalid_input' } });
      expect((await list('x'.repeat(130 * 1024))).status).toBe(413);
    });
  });

  test('that was used everywhere is in no table, no log, no mail and no metric', async () => {
    shop.logged.length = 0;
    const all = Object.values(vins);
    for (const vin of all) {
      const typed = encodeURIComponent(vin);
      await post(vin);
      await list(`Van 3\t${vin}\n${vin}`);
      for (const path of ['', 'parts', 'parts/x', 'login', `x/${typed}`, 'api/nothing'])
        await shop.request('GET', `/${path}?q=${typed}&vin=${typed}`);
      for (const call of ['search', 'suggestions', 'parts', 'vehicles', 'fits', 'site'])
        await shop.request('GET', `/api/${call}?q=${typed}&vin=${typed}`);
      for (const path of [`parts/${typed}`, `orders/${typed}`, typed])
        await shop.request('GET', `/api/${path}`, { as: admin });
      for (const { path } of searching)
        await shop.request('GET', `/api${path}?q=${typed}`, { as: admin });
      for (const q of [`qwertz ${vin}`, `VIN:${vin}`, `(${vin})`])
        await shop.request('GET', `/api/search?q=${encodeURIComponent(q)}`);
      await shop.request('POST', '/api/vin', { body: `{"vin":"${vin}"` });
      await shop.request('POST', '/api/vins', { body: `{"vins":"${vin}"`, as: admin });
      await shop.request('POST', `/api/vins?vins=${typed}`, { body: { vins: vin } });
      await shop.request('POST', '/api/my-vehicles', {
        as: admin,
        body: { vehicles: [{ make: 'Honda', name: vin }] },
      });
      const lines = [{ number: vin, quantity: 1 }];
      const named = [{ number: 'X', quantity: 1 }];
      for (const body of [
        { name: 'List', lines },
        { name: vin, lines: named },
      ])
        await shop.request('PUT', `/api/my-lists/${randomUUID()}`, { as: admin, body });
      await shop.request('PUT', '/api/order-list', { as: admin, body: { lines, version: 0 } });
      await shop.request('POST', '/api/order-list/check', { as: admin, body: { lines } });
      await shop.request('POST', `/api/vin?vin=${typed}`, { body: { vin }, as: admin });
      await shop.request('GET', '/', { headers: { referer: `http://shop.test/parts?q=${typed}` } });
    }
    // The traces of such a run are found by the same search.
    await shop.request('GET', '/api/search?q=qwertz+uiopu');
    expect(await tablesWith(shop.db, ['qwertz'])).toEqual(['public.empty_searches']);
    expect(shop.logged.length).toBeGreaterThan(all.length);
    for (const vin of all) {
      expect(await tablesWith(shop.db, [vin]), vin).toEqual([]);
      const plain = vin.replaceAll(' ', '').toLowerCase();
      const log = shop.logged.join('').toLowerCase();
      for (const form of [plain, vin.toLowerCase(), encodeURIComponent(vin).toLowerCase()])
        expect(log, vin).not.toContain(form);
    }
  });
});
