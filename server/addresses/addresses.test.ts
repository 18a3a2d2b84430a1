import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const dock = { address: '12 Dock Road, Leeds', phone: '+44 113 496 0000', isDefault: false };
const book = async (as: Person) => (await shop.request('GET', '/api/my-addresses', { as })).body;
const names = async (as: Person) =>
  (await book(as)).map(
    ({ name, isDefault }: { name: string; isDefault: boolean }) =>
      `${name}${isDefault ? ' *' : ''}`,
  );
const put = (as: Person, id: string, change: object) =>
  shop.request('PUT', `/api/my-addresses/${id}`, { as, body: { ...dock, ...change } });
const forget = (as: Person, id: string) =>
  shop.request('DELETE', `/api/my-addresses/${id}`, { as });

describe('an address book', () => {
  it('keeps addresses by name, the default first, and changes and forgets them', async () => {
    const ana = await shop.person('Ana Duarte');
    const [yard, branch] = [randomUUID(), randomUUID()];
    for (const _ of ['once', 'twice'])
      expect(await put(ana, yard, { name: ' Yard ', phone: '1' })).toMatchObject({
        status: 200,
        body: { acknowledged: true },
      });
    await put(ana, branch, { name: 'Branch <b>', address: 'Oak Street 4\nYork' });
    expect(await book(ana)).toEqual([
      { ...dock, _id: branch, name: 'Branch <b>', address: 'Oak Street 4\nYork' },
      { ...dock, _id: yard, name: 'Yard', phone: '1' },
    ]);
    await put(ana, yard, { name: 'Yard', isDefault: true });
    expect(await names(ana)).toEqual(['Yard *', 'Branch <b>']);
    await put(ana, branch, { name: 'Branch', isDefault: true });
    expect(await names(ana)).toEqual(['Branch *', 'Yard']);
    for (const _ of ['once', 'twice'])
      expect(await forget(ana, branch)).toMatchObject({ status: 200 });
    expect(await names(ana)).toEqual(['Yard']);
  });

  it('has no name twice, in capitals or not', async () => {
    const ana = await shop.person('Ana Duarte');
    const yard = randomUUID();
    await put(ana, yard, { name: 'Yard' });
    expect(await put(ana, randomUUID(), { name: 'YARD' })).toMatchObject({
      status: 409,
      body: { error: 'name_taken' },
    });
    expect((await put(ana, yard, { name: 'YARD' })).status).toBe(200);
    expect(await names(ana)).toEqual(['YARD']);
  });

  it('has fifty addresses at most and one default, against writers at the same moment', async () => {
    const ana = await shop.person('Ana Duarte');
    for (let at = 0; at < 45; at += 1) await put(ana, randomUUID(), { name: `Place ${at}` });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        put(ana, randomUUID(), { name: `Late ${at}`, isDefault: true }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.error)).toEqual(Array(5).fill('too_many_addresses'));
    const kept = await names(ana);
    expect([kept.length, kept.filter((name: string) => name.endsWith(' *')).length]).toEqual([
      50, 1,
    ]);
  });

  it('is in the download of one’s data, and goes with the account, as saved lists do', async () => {
    const ana = await shop.person('Ana Duarte');
    await put(ana, randomUUID(), { name: 'Yard' });
    await shop.request('PUT', `/api/my-lists/${randomUUID()}`, {
      as: ana,
      body: { name: 'Monday', lines: [{ number: 'X', quantity: 1 }] },
    });
    const account = `/api/user/${encodeURIComponent(ana.email)}`;
    const { body } = await shop.request('GET', `${account}/data`, { as: ana });
    expect([body.addresses, body.savedLists]).toMatchObject([
      [{ name: 'Yard' }],
      [{ name: 'Monday', lines: [{ number: 'X', quantity: 1 }] }],
    ]);
    const typedEmail = { typedEmail: ana.email };
    await shop.request('POST', `${account}/close`, { as: ana, body: typedEmail });
    for (const table of ['addresses', 'saved_lists'] as const) {
      const left = shop.db.selectFrom(table).selectAll().where('user_id', '=', ana.userId);
      expect(await left.execute()).toEqual([]);
    }
  });

  it('is nobody else’s: the same id is another address, and nobody sees it', async () => {
    const [ana, omar] = [await shop.person('Ana Duarte'), await shop.person('Omar Other')];
    const id = randomUUID();
    await put(ana, id, { name: 'Yard', isDefault: true });
    expect(await names(omar)).toEqual([]);
    await forget(omar, id);
    await put(omar, id, { name: 'Omar’s', isDefault: true });
    expect([await names(ana), await names(omar)]).toEqual([['Yard *'], ['Omar’s *']]);
    expect((await shop.request('GET', '/api/my-addresses')).status).toBe(401);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a name of 65 characters', { name: 'x'.repeat(65) }],
    ['a name of two lines', { name: 'a\nb' }],
    ['no address', { name: 'Yard', address: '' }],
    ['no phone', { name: 'Yard', phone: ' ' }],
    ['a default that is no truth value', { name: 'Yard', isDefault: 'yes' }],
  ])('refuses %s', async (_what, change) => {
    const ana = await shop.person('Ana Duarte');
    expect(await put(ana, randomUUID(), change)).toMatchObject({
      status: 422,
      body: { error: 'invalid_input' },
    });
    expect(await names(ana)).toEqual([]);
  });
});
