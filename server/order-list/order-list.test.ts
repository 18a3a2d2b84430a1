import { describe, expect, it } from 'vitest';
import type { CheckedLine } from '#contract/order-list.ts';
import { newId } from '#server/db/new-id.ts';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { lockUser } from '#server/users/store.ts';
import { findList, replaceList } from './store.ts';

const shop = await useShop();
const part = (partNumber: string, more: Parameters<typeof samplePart>[1] = {}) =>
  samplePart(shop.db, { partNumber, ...more });

const check = (lines: readonly unknown[]) =>
  shop.request('POST', '/api/order-list/check', { body: { lines } });

describe('the numbers of a list', () => {
  it('come back each in its place, with what the part costs and whether it is there', async () => {
    const disc = await part('BD-3122');
    const { body } = await check([
      { number: 'nothing at all', quantity: null },
      { number: 'BD-3122', quantity: 400 },
      { number: 'bd3122', quantity: 100 },
    ]);
    expect(body.lines.map(({ parts }: CheckedLine) => parts.length)).toEqual([0, 1, 1]);
    expect(body.lines[1].parts[0].part).toMatchObject({
      _id: disc,
      partNumber: 'BD-3122',
      price: 12.5,
      inStock: 1000,
      orderQuantity: 200,
    });
  });

  it('of a part that came to the shop a moment ago are found', async () => {
    const number = `NEW-${newId(shop.clock.now()).slice(-6)}`;
    const id = await part(number);
    const { body } = await check([{ number }]);
    expect(body.lines[0].parts).toMatchObject([{ part: { _id: id } }]);
  });
});

describe('the list that somebody writes on', () => {
  const lines = [
    { number: 'BD-3122', quantity: 400 },
    { number: '??', quantity: null },
  ];
  const read = (as: Person | undefined) =>
    shop.request('GET', '/api/order-list', as === undefined ? {} : { as });
  const write = (as: Person, body: object) => shop.request('PUT', '/api/order-list', { as, body });

  it('is theirs on every device, and nobody else sees it', async () => {
    const [ana, ben] = [await shop.person('Ana'), await shop.person('Ben')];
    expect(await read(ana)).toMatchObject({ status: 200, body: { lines: [], version: 0 } });
    expect(await write(ana, { lines, version: 0 })).toMatchObject({
      status: 200,
      body: { lines, version: 1 },
    });
    expect((await read(ana)).body).toEqual({ lines, version: 1 });
    expect((await read(ben)).body).toEqual({ lines: [], version: 0 });
    expect((await read(undefined)).status).toBe(401);
    expect((await write(ana, { lines: [], version: 1 })).body).toEqual({ lines: [], version: 2 });
  });

  it('is not written over by a device that has not seen the last change', async () => {
    const ana = await shop.person('Ana');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        write(ana, { lines: [{ number: `N${at}`, quantity: at + 1 }], version: 0 }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ]);
    const kept = answers.find(({ status }) => status === 200)?.body;
    for (const version of [0, 2])
      expect(await write(ana, { lines, version })).toMatchObject({
        status: 409,
        body: { error: 'list_changed' },
      });
    expect((await read(ana)).body).toEqual(kept);
  });

  it('is answered again to a device whose answer was lost, and comes with the refusal to all others', async () => {
    const ana = await shop.person('Ana');
    const first = { status: 200, body: { lines, version: 1 } };
    expect(await write(ana, { lines, version: 0 })).toMatchObject(first);
    expect(await write(ana, { lines, version: 0 })).toMatchObject(first);
    expect(await read(ana)).toMatchObject(first);
    for (const other of [[], [...lines].toReversed(), [{ number: 'BD-3122', quantity: 401 }]])
      expect(await write(ana, { lines: other, version: 0 })).toMatchObject({
        status: 409,
        body: { error: 'list_changed', list: { lines, version: 1 } },
      });
    expect(await write(ana, { lines: [], version: 1 })).toMatchObject({ body: { version: 2 } });
    expect((await write(ana, { lines, version: 0 })).status).toBe(409);
    expect((await read(ana)).body).toEqual({ lines: [], version: 2 });
  });

  it('keeps the part that was chosen', async () => {
    const ana = await shop.person('Ana');
    const chosen = [{ number: '8K0 698 451', quantity: 100, productId: newId(shop.clock.now()) }];
    await write(ana, { lines: chosen, version: 0 });
    expect((await read(ana)).body).toEqual({ lines: chosen, version: 1 });
  });

  it.each([
    ['a version that no list has', { lines, version: 3_000_000_000 }],
    ['a version below none', { lines, version: -1 }],
    ['no version', { lines }],
    ['a line without a number', { lines: [{ quantity: 1 }], version: 0 }],
    ['a line without pieces', { lines: [{ number: 'A1' }], version: 0 }],
    ['a wrong id', { lines: [{ number: 'A1', quantity: 1, productId: '1' }], version: 0 }],
    ['a zero byte', { lines: [{ number: 'A\u00001', quantity: 1 }], version: 0 }],
    ['61 characters', { lines: [{ number: 'x'.repeat(61), quantity: 1 }], version: 0 }],
    ['negative pieces', { lines: [{ number: 'A1', quantity: -1 }], version: 0 }],
    ['half a piece', { lines: [{ number: 'A1', quantity: 0.5 }], version: 0 }],
  ])('with %s is refused and nothing changes', async (_what, body) => {
    const ana = await shop.person('Ana');
    expect(await write(ana, body)).toMatchObject({
      status: 422,
      body: { error: 'invalid_input' },
    });
    expect((await read(ana)).body).toEqual({ lines: [], version: 0 });
  });

  it('does not come back when it is written while its account is being closed', async () => {
    const ana = await shop.person('Ana');
    let written: Promise<unknown> | undefined;
    await shop.db.transaction().execute(async (tx) => {
      await lockUser(tx, ana.userId);
      written = replaceList(shop.db, ana.userId, { lines, version: 0, now: shop.clock.now() });
      await tx
        .updateTable('users')
        .set({ replaced_at: shop.clock.now() })
        .where('id', '=', ana.userId)
        .execute();
    });
    expect(await written).toBeUndefined();
    expect(await findList(shop.db, ana.userId)).toEqual({ lines: [], version: 0 });
  });

  it('has five hundred lines at most, is in the data of its account and goes with it', async () => {
    const ana = await shop.person('Ana');
    const many = Array.from({ length: 501 }, () => ({ number: 'X1', quantity: 1 }));
    expect((await write(ana, { lines: many, version: 0 })).status).toBe(422);
    expect((await write(ana, { lines: many.slice(1), version: 0 })).status).toBe(200);
    expect((await write(ana, { lines, version: 1 })).status).toBe(200);
    const data = await shop.request('GET', `/api/user/${ana.email}/data`, { as: ana });
    expect(data.body.orderList).toEqual({ lines, version: 2 });
    const closed = await shop.request('POST', `/api/user/${ana.email}/close`, {
      as: ana,
      body: { typedEmail: ana.email },
    });
    expect(closed.status).toBe(200);
    expect(await findList(shop.db, ana.userId)).toEqual({ lines: [], version: 0 });
  });
});
