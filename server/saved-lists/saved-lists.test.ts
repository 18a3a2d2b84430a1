import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const lines = [{ number: 'NO-1', quantity: 400 }];
const kept = async (as: Person) => (await shop.request('GET', '/api/my-lists', { as })).body;
const names = async (as: Person) => (await kept(as)).map(({ name }: { name: string }) => name);
const put = (as: Person, id: string, body: object) =>
  shop.request('PUT', `/api/my-lists/${id}`, { as, body: { lines, ...body } });
const get = (as: Person, id: string) => shop.request('GET', `/api/my-lists/${id}`, { as });
const rename = (as: Person, id: string, name: string) =>
  shop.request('PATCH', `/api/my-lists/${id}`, { as, body: { name } });
const forget = (as: Person, id: string) => shop.request('DELETE', `/api/my-lists/${id}`, { as });

describe('lists by name', () => {
  it('are kept with what their lines mean and cost, replaced, renamed and forgotten', async () => {
    const ana = await shop.person('Ana Duarte');
    const part = await samplePart(shop.db, { partNumber: 'SL-100', name: 'Brake disc' });
    const id = randomUUID();
    const written = [
      { number: 'sl100', quantity: 400 },
      { number: 'unknown', quantity: null },
    ];
    for (const _ of ['once', 'twice'])
      expect(await put(ana, id, { name: ' Monday ', lines: written })).toMatchObject({
        status: 200,
        body: { acknowledged: true },
      });
    const updatedAt = shop.clock.now().toISOString();
    expect(await kept(ana)).toEqual([{ _id: id, name: 'Monday', lines: 2, updatedAt }]);
    await shop.db.updateTable('parts').set({ price_cents: 9900 }).where('id', '=', part).execute();
    expect((await get(ana, id)).body).toEqual({
      _id: id,
      name: 'Monday',
      updatedAt,
      lines: [
        {
          number: 'sl100',
          quantity: 400,
          meant: { productId: part, productName: 'Brake disc', price: 12.5 },
        },
        { number: 'unknown', quantity: null, meant: null },
      ],
    });
    expect((await rename(ana, id, 'Tuesday')).status).toBe(200);
    await put(ana, id, { name: 'Wednesday', lines: written.slice(1) });
    expect(await kept(ana)).toMatchObject([{ name: 'Wednesday', lines: 1 }]);
    for (const _ of ['once', 'twice']) expect((await forget(ana, id)).status).toBe(200);
    for (const answer of [await get(ana, id), await rename(ana, id, 'Friday')])
      expect(answer).toMatchObject({ status: 404, body: { error: 'list_not_found' } });
    expect(await kept(ana)).toEqual([]);
  });

  it('have one name each, in capitals or not', async () => {
    const ana = await shop.person('Ana Duarte');
    const [one, other] = [randomUUID(), randomUUID()];
    await put(ana, one, { name: 'Monday' });
    await put(ana, other, { name: 'Tuesday' });
    for (const answer of [
      await put(ana, randomUUID(), { name: 'MONDAY' }),
      await rename(ana, other, 'monday'),
    ])
      expect(answer).toMatchObject({ status: 409, body: { error: 'name_taken' } });
    expect((await rename(ana, one, 'MONDAY')).status).toBe(200);
    expect(await names(ana)).toEqual(['MONDAY', 'Tuesday']);
  });

  it('are a hundred at most, against writers at the same moment', async () => {
    const ana = await shop.person('Ana Duarte');
    for (let at = 0; at < 97; at += 1) await put(ana, randomUUID(), { name: `List ${at}` });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => put(ana, randomUUID(), { name: `Late ${at}` })),
    );
    expect(answers.map(({ body }) => body.error).filter(Boolean)).toEqual(
      Array(3).fill('too_many_lists'),
    );
    expect(await names(ana)).toHaveLength(100);
  });

  it('are nobody else’s', async () => {
    const [ana, omar] = [await shop.person('Ana Duarte'), await shop.person('Omar Other')];
    const id = randomUUID();
    await put(ana, id, { name: 'Monday' });
    for (const answer of [await get(omar, id), await rename(omar, id, 'Mine')])
      expect(answer).toMatchObject({ status: 404, body: { error: 'list_not_found' } });
    await forget(omar, id);
    await put(omar, id, { name: 'Omar’s' });
    expect([await names(ana), await names(omar)]).toEqual([['Monday'], ['Omar’s']]);
    expect((await shop.request('GET', '/api/my-lists')).status).toBe(401);
  });

  it.each([
    ['no name', { name: '' }],
    ['no lines', { name: 'Monday', lines: [] }],
    ['501 lines', { name: 'Monday', lines: Array(501).fill(lines[0]) }],
    ['half a character', { name: 'Monday \uD800' }],
    ['a wrong line', { name: 'Monday', lines: [{ number: 'X', quantity: 0 }] }],
  ])('with %s are refused', async (_what, body) => {
    const ana = await shop.person('Ana Duarte');
    expect(await put(ana, randomUUID(), body)).toMatchObject({
      status: 422,
      body: { error: 'invalid_input' },
    });
    expect(await kept(ana)).toEqual([]);
  });
});
