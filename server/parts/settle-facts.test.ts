import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#contract/api.ts';
import { mostOfAPart } from '#contract/part-list-rules.ts';
import { unsettled } from '#contract/parts.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';
import { samplePicture } from '#test/samples.ts';

describe.each(engines)('facts that are settled on the %s database', (engine) => {
  let shop: TestShop;
  let parts: Awaited<ReturnType<typeof partEditor>>;
  let count = 0;

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    parts = await partEditor(shop, 'SF');
  });
  beforeEach(() => shop.clock.advance(1000));
  afterAll(() => shop.close());

  test('both calls that take facts tell the refusals of facts', () => {
    expect(calls.addPart.errors).toEqual(expect.arrayContaining([...unsettled]));
    expect(calls.editPart.errors).toEqual(expect.arrayContaining([...unsettled]));
  });

  test('a barcode has no maker, and stands at a part once however it is given', async () => {
    const barcode = { kind: 'barcode', number: '4006381333931' };
    const numbers = [
      { ...barcode, maker: 'Brakkenfeld' },
      { ...barcode, number: '4 006381 333931' },
      { ...barcode, maker: 'Tarnholm' },
    ];
    const id = await parts.added({ numbers });
    expect((await parts.part(id)).numbers).toEqual([{ ...barcode, maker: '' }]);
  });

  test.each([
    ['an own number', { partNumber: 'RACE-1' }, { partNumber: 'race 1' }, 'race 1'],
    [
      'a barcode',

      { numbers: [{ kind: 'barcode', number: '4006381333948' }] },
      { numbers: [{ kind: 'barcode', number: '4-006381-333948' }] },
      '4-006381-333948',
    ],
  ])(
    'of two admins who give %s at once, one is told which number it is and whose',
    async (_what, mine, theirs, theirNumber) => {
      for (let round = 0; round < 4; round += 1) {
        const own = { partNumber: `OWN-${(count += 1)}` };
        const other = { partNumber: `OWN-${(count += 1)}` };
        const tries = await Promise.all([
          parts.add({ name: 'Mine', ...own, ...mine }),
          parts.add({ name: 'Theirs', ...other, ...theirs }),
        ]);
        const lost = tries.findIndex(({ status }) => status !== 200);
        const won = tries.find(({ status }) => status === 200);
        const name = lost === 0 ? 'Theirs' : 'Mine';
        const number = lost === 0 ? firstNumber(mine) : theirNumber;
        expect(tries[lost]?.body).toMatchObject({
          error: 'number_taken',
          number,
          part: { _id: won?.body.insertedId, name },
        });
        // Free for the next round.
        const free = { partNumber: `OWN-${(count += 1)}`, numbers: [] };
        expect((await parts.edit(won?.body.insertedId, free)).status).toBe(200);
      }
    },
  );

  test('another picture loses the words of the one before, unless it comes with its own', async () => {
    const other = await samplePicture(shop, parts.admin, `/images/${'c'.repeat(64)}-1280.webp`);
    const id = await parts.added({ imageAlt: 'A drilled disc' });
    expect((await parts.edit(id, { name: 'Renamed' })).status).toBe(200);
    expect((await parts.part(id)).imageAlt).toBe('A drilled disc');
    expect((await parts.edit(id, { image: other })).status).toBe(200);
    expect((await parts.part(id)).imageAlt).toBe('');
    expect((await parts.edit(id, { image: parts.image, imageAlt: 'A vented disc' })).status).toBe(
      200,
    );
    expect((await parts.part(id)).imageAlt).toBe('A vented disc');
  });

  test('of the attributes, those stay that the new type has in the same unit', async () => {
    const id = await parts.added({
      type: 'brake-disc',
      attributes: { dia: 312, thk: 25, axle: 'Front' },
    });
    // A drum is measured in mm, too; a wheel in inches.
    expect((await parts.edit(id, { type: 'brake-drum' })).status).toBe(200);
    expect((await parts.part(id)).attributes).toEqual({ dia: 312 });
    expect((await parts.edit(id, { type: 'steel-wheel' })).status).toBe(200);
    expect((await parts.part(id)).attributes).toEqual({});
  });

  test('numbers and vehicles stand in one order, whatever the order in which they are given', async () => {
    const numbers = [
      { kind: 'oe', number: '7', maker: '' },
      { kind: 'oe', number: '07', maker: '' },
      { kind: 'competitor', number: '1', maker: '' },
      { kind: 'superseded', number: '999999999999999', maker: '' },
      { kind: 'barcode', number: '2000000000077', maker: '' },
    ];
    const span = { yearFrom: 2010, yearTo: 2012, note: '', source: '' };
    const fitments = [
      { make: 'A', model: 'BC', ...span },
      { make: 'A', model: 'Golf 3', ...span },
      { make: 'A', model: 'Golf 03', ...span },
      { make: 'A', model: 'Golf 12', ...span },
      { make: 'AB', model: 'C', ...span },
    ];
    const shown = [];
    for (const lists of [
      { numbers, fitments },
      { numbers: numbers.toReversed(), fitments: fitments.toReversed() },
    ]) {
      const id = await parts.added();
      expect((await parts.edit(id, lists)).status).toBe(200);
      const { numbers: itsNumbers, fitments: itsFitments } = await parts.part(id);
      shown.push({ numbers: itsNumbers, fitments: itsFitments });
      await parts.edit(id, { numbers: [] });
    }
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[0]?.numbers.map(({ kind }: { kind: string }) => kind)).toEqual([
      'oe',
      'oe',
      'competitor',
      'superseded',
      'barcode',
    ]);
    expect(shown[0]?.fitments.map(({ model }: { model: string }) => model)).toEqual([
      'BC',
      'Golf 03',
      'Golf 3',
      'Golf 12',
      'C',
    ]);
  });

  test('no chain of replacements has more than fifty steps, from whichever end it is made longer', async () => {
    const chainOf = async (length: number) => {
      const ids = [await parts.added()];
      while (ids.length < length) ids.push(await parts.added({ replacedBy: ids.at(-1) }));
      return { newest: ids[0] ?? '', oldest: ids.at(-1) ?? '' };
    };
    const [long, short] = [await chainOf(49), await chainOf(3)];
    expect((await parts.edit(long.newest, { replacedBy: short.newest })).status).toBe(200);
    expect((await parts.edit(long.newest, { replacedBy: short.oldest })).body.error).toBe(
      'replacement_too_long',
    );
    const before = await parts.added();
    expect((await parts.edit(before, { replacedBy: long.oldest })).status).toBe(200);
    const { body } = await parts.add({ partNumber: 'TOO-LONG', replacedBy: before });
    expect(body).toMatchObject({ acknowledged: false, error: 'replacement_too_long' });
    expect((await parts.part(before)).replacement._id).toBe(short.newest);
  });

  test('the longest edit that is valid is taken', async () => {
    const wide = (length: number, nth = 0) => String(nth).padStart(length, '轮');
    const longest = {
      description: wide(5000),
      numbers: Array.from({ length: mostOfAPart.numbers }, (_, nth) => ({
        kind: 'competitor',
        number: wide(60, nth),
        maker: wide(60),
      })),
      fitments: Array.from({ length: mostOfAPart.fitments }, (_, nth) => ({
        make: wide(60),
        model: wide(80, nth),
        yearFrom: 2000,
        yearTo: 2026,
        note: wide(160),
        source: wide(60),
      })),
    };
    const id = await parts.added();
    const first = await parts.edit(id, longest);
    expect([first.status, first.body.error]).toEqual([200, undefined]);
    // As a form sends it: lists as JSON in a text, and with what it saw.
    const [numbers, fitments] = [longest.numbers, longest.fitments].map((list) =>
      JSON.stringify(list.map((row, key) => ({ row: String(key), ...row, note: '"'.repeat(160) }))),
    );
    expect((await parts.edit(id, { ...longest, numbers, fitments })).body).toEqual({
      acknowledged: true,
    });
    expect((await parts.part(id)).fitments).toHaveLength(mostOfAPart.fitments);
  });
});

function firstNumber(facts: { partNumber?: string; numbers?: readonly { number: string }[] }) {
  return facts.partNumber ?? facts.numbers?.[0]?.number;
}
