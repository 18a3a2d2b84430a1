import { describe, expect, it } from 'vitest';
import type { CheckedLine } from '#contract/order-list.ts';
import { newId } from '#server/db/new-id.ts';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { findList } from './store.ts';

const shop = await useShop();
const part = (partNumber: string, more: Parameters<typeof samplePart>[1] = {}) =>
  samplePart(shop.db, { partNumber, ...more });

async function numbered(
  id: string,
  kind: 'oe' | 'competitor' | 'superseded' | 'barcode',
  number: string,
) {
  const key = number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  await shop.db
    .insertInto('part_numbers')
    .values({ part_id: id, kind, number, number_key: key, maker: kind === 'oe' ? 'VW' : '' })
    .execute();
}

const check = (lines: readonly unknown[]) =>
  shop.request('POST', '/api/order-list/check', { body: { lines } });
async function meant(...numbers: string[]) {
  const { status, body } = await check(numbers.map((number) => ({ number, quantity: 1 })));
  expect(status).toBe(200);
  return (body.lines as CheckedLine[]).map(({ number, parts, nearest }) => ({
    number,
    parts: parts.map(({ part: { _id }, match, replaces }) => [
      _id,
      match.kind,
      replaces?.number ?? null,
    ]),
    nearest,
  }));
}

const disc = await part('BD-3122');
const pads = await part('HP-77 120');
const other = await part('HP-88 120');
await numbered(disc, 'oe', '1K0 615 301 AA');
await numbered(disc, 'competitor', 'DF-4222');
await numbered(disc, 'superseded', 'BD-3055');
await numbered(disc, 'barcode', '4006381333931');
for (const id of [pads, other]) await numbered(id, 'oe', '8K0 698 451');
await numbered(other, 'competitor', 'BD 3122');
const gone = await part('OLD-1');
const between = await part('OLD-2');
for (const [id, replaced_by] of [
  [gone, between],
  [between, pads],
] as const)
  await shop.db
    .updateTable('parts')
    .set({ archived_at: shop.clock.now(), replaced_by })
    .where('id', '=', id)
    .execute();
await shop.db
  .updateTable('parts')
  .set({ archived_at: shop.clock.now() })
  .where('id', '=', await part('DEAD-1'))
  .execute();

describe('the numbers of a list', () => {
  it.each([
    ['an own number', 'BD-3122', 'own'],
    ['an own number in another writing', ' bd 31.22', 'own'],
    ['an original number', '1k0615301aa', 'oe'],
    ["a competitor's number", 'DF 4222', 'competitor'],
    ['an old number', 'BD3055', 'superseded'],
    ['a barcode', '4006381333931', 'barcode'],
  ])('%s means its part', async (_name, number, kind) => {
    expect(await meant(number)).toEqual([
      { number: number.trim(), parts: [[disc, kind, null]], nearest: [] },
    ]);
  });

  it('of a part that is sold no more lead to what takes its place, and say so', async () => {
    expect(await meant('OLD-1', 'old2')).toEqual([
      { number: 'OLD-1', parts: [[pads, 'own', 'OLD-1']], nearest: [] },
      { number: 'old2', parts: [[pads, 'own', 'OLD-2']], nearest: [] },
    ]);
  });

  it('of several parts ask which; of a part that nothing replaces, or of none, the nearest are named', async () => {
    const [several, dead, near, none] = await meant('8K0698451', 'DEAD-1', 'BD-31222', 'QQ');
    expect(several?.parts.map(([id]) => id).toSorted()).toEqual([pads, other].toSorted());
    expect(dead).toEqual({ number: 'DEAD-1', parts: [], nearest: [] });
    expect(near).toEqual({ number: 'BD-31222', parts: [], nearest: ['BD-3122'] });
    expect([none?.parts, none?.nearest]).toEqual([[], []]);
  });

  it('come back each in its place, with what the part costs and whether it is there', async () => {
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

  it('are read in a few statements, five hundred as well as two', async () => {
    const ids = await Promise.all(
      Array.from({ length: 500 }, (_, at) => part(`ZZ-${String(at).padStart(4, '0')}`)),
    );
    const lines = ids.map((_, at) => ({
      number: `zz ${String(at).padStart(4, '0')}`,
      quantity: 200,
    }));
    const { status, body } = await check(lines);
    expect(status).toBe(200);
    expect(body.lines.map(({ parts }: CheckedLine) => parts[0]?.part._id)).toEqual(ids);
    expect(await check([...lines, { number: 'X', quantity: 1 }])).toMatchObject({
      status: 422,
      body: { error: 'invalid_input' },
    });
  });

  it.each([
    ['a number that is too long', { number: 'x'.repeat(61), quantity: 1 }],
    ['no number', { quantity: 1 }],
    ['a broken quantity', { number: 'BD', quantity: 1.5 }],
    ['a negative quantity', { number: 'BD', quantity: -1 }],
    ['a text as quantity', { number: 'BD', quantity: 'many' }],
    ['a zero byte', { number: 'B\u0000D', quantity: 1 }],
  ])('are refused with %s', async (_name, line) => {
    expect(await check([line])).toMatchObject({ status: 422, body: { error: 'invalid_input' } });
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

it('a part that came to the shop a moment ago is found', async () => {
  const id = await part(`NEW-${newId(shop.clock.now()).slice(-6)}`);
  const { part_number: number } = await shop.db
    .selectFrom('parts')
    .select('part_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect((await meant(number ?? ''))[0]?.parts).toEqual([[id, 'own', null]]);
});
