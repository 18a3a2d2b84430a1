import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { CheckedLine } from '#contract/order-list.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { newId } from '#server/db/new-id.ts';
import { writeSearchWords } from '#server/db/search-words.ts';
import { freshDatabase } from '#test/database.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};

const database = await freshDatabase();
const shop = await useShop({ database: { ...database, db: database.db.withPlugin(counting) } });

type Kind = 'oe' | 'competitor' | 'superseded' | 'barcode';

/** A part on sale with these other numbers; sold no more if `replacedBy` is given. */
async function part(
  partNumber: string,
  { others = [], replacedBy }: { others?: [Kind, string][]; replacedBy?: string | null } = {},
): Promise<string> {
  const id = await samplePart(database.db, { partNumber, name: `Part ${partNumber}` });
  for (const [kind, number] of others)
    await database.db
      .insertInto('part_numbers')
      .values({ part_id: id, kind, number, number_key: partNumberKey(number), maker: '' })
      .execute();
  if (others.length > 0) await writeSearchWords(database.db, [id]);
  if (replacedBy !== undefined) await archive(id, replacedBy);
  return id;
}

const archive = (id: string, replaced_by: string | null) =>
  database.db
    .updateTable('parts')
    .set({ archived_at: shop.clock.now(), replaced_by })
    .where('id', '=', id)
    .execute();

const check = (lines: readonly unknown[]) =>
  shop.request('POST', '/api/order-list/check', { body: { lines } });

/** Of each line the ids it means, by which number, and which part that replaces. */
async function meant(...lines: readonly ({ number?: string; productId?: string } | string)[]) {
  const { status, body } = await check(
    lines.map((line) => (typeof line === 'string' ? { number: line } : line)),
  );
  expect(status).toBe(200);
  return (body.lines as CheckedLine[]).map(({ parts }) =>
    parts.map(({ part: { _id }, match, replaces }) => ({
      _id,
      by: match && `${match.kind} ${match.number}`,
      replaces,
    })),
  );
}

describe('a number in any writing', () => {
  it.each([
    ['own', 'fr 100-2b'],
    ['own', 'FR.1002.B'],
    ['own', ' ｆｒ１００２ｂ '],
    ['oe', '1k0 615 301 aa'],
    ['competitor', 'DF.4222/5'],
    ['superseded', 'fr0999'],
    ['barcode', '4 006381 333931'],
  ])('means its part: the %s one as %s', async (kind, number) => {
    const id = await known;
    const [found] = await meant(number);
    expect(found).toEqual([
      { _id: id, by: expect.stringMatching(new RegExp(`^${kind} `)), replaces: null },
    ]);
  });
  it('means the part whose own it is, whoever else has it', async () => {
    const own = await part('WN-5');
    await part('WN-6', { others: [['competitor', 'WN 5']] });
    expect(await meant('wn5')).toEqual([[{ _id: own, by: 'own WN-5', replaces: null }]]);
  });

  const known = part('FR-1002-B', {
    others: [
      ['oe', '1K0 615 301 AA'],
      ['competitor', 'DF-4222-5'],
      ['superseded', 'FR-0999'],
      ['barcode', '4006381333931'],
    ],
  });
});

describe('a part that is sold no more', () => {
  it('is followed to what takes its place by any of its numbers, and is named', async () => {
    const last = await part('CH-3');
    const between = await part('CH-2', { replacedBy: last });
    const first = await part('CH-1', {
      others: [
        ['oe', '5Q0 407 621'],
        ['barcode', '4006381000017'],
      ],
      replacedBy: between,
    });
    const replaces = { _id: first, number: 'CH-1', name: 'Part CH-1' };
    expect(await meant('ch 1', '5q0407621', '4006381000017', { productId: first }, 'CH-2')).toEqual(
      [
        [{ _id: last, by: 'own CH-1', replaces }],
        [{ _id: last, by: 'oe 5Q0 407 621', replaces }],
        [{ _id: last, by: 'barcode 4006381000017', replaces }],
        [{ _id: last, by: undefined, replaces }],
        [
          {
            _id: last,
            by: 'own CH-2',
            replaces: { _id: between, number: 'CH-2', name: 'Part CH-2' },
          },
        ],
      ],
    );
  });

  it('is not taken where a part on sale has the same number', async () => {
    const sold = await part('SL-1', { others: [['oe', '6R0 123 456']] });
    await part('SL-0', { others: [['oe', '6R0 123 456']], replacedBy: await part('SL-2') });
    expect(await meant('6R0123456')).toEqual([
      [{ _id: sold, by: 'oe 6R0 123 456', replaces: null }],
    ]);
  });

  it('is followed by its id alone', async () => {
    const next = await part('ID-2');
    const productId = await part('ID-1', { replacedBy: next });
    expect(await meant({ productId })).toEqual([
      [
        {
          _id: next,
          by: undefined,
          replaces: { _id: productId, number: 'ID-1', name: 'Part ID-1' },
        },
      ],
    ]);
  });

  it('does not hide one on sale, however many there are of the same number', async () => {
    for (let at = 0; at < 25; at += 1)
      await part(`HD-${at}`, { others: [['oe', '3C0 555']], replacedBy: null });
    const id = await part('HD-99', { others: [['oe', '3C0 555']] });
    expect(await meant('3C0555')).toEqual([[{ _id: id, by: 'oe 3C0 555', replaces: null }]]);
  });

  it('leads to a question where its own number is also that of a part on sale', async () => {
    const next = await part('QU-2');
    const gone = await part('QU-1', { replacedBy: next });
    const other = await part('ZQ-7', { others: [['competitor', 'QU 1']] });
    expect(await meant('QU1')).toEqual([
      [
        { _id: next, by: 'own QU-1', replaces: { _id: gone, number: 'QU-1', name: 'Part QU-1' } },
        { _id: other, by: 'competitor QU 1', replaces: null },
      ],
    ]);
  });

  it('is unknown when nothing takes its place, and the numbers near it are named', async () => {
    await part('NX-44120', { replacedBy: null });
    await part('NX-44121');
    expect((await check([{ number: 'NX-44120' }])).body.lines).toEqual([
      { number: 'NX-44120', parts: [], nearest: ['NX-44121'] },
    ]);
  });
});

describe('a line', () => {
  it('that names a part means that part, also without a number or with one of several parts', async () => {
    const [one, other] = [
      await part('PI-1', { others: [['oe', '7N0 111 222']] }),
      await part('PI-2', { others: [['oe', '7N0 111 222']] }),
    ];
    await database.db
      .updateTable('parts')
      .set({ part_number: null, part_number_key: null })
      .where('id', '=', other)
      .execute();
    const number = '7N0111222';
    const ids = (await meant(number))[0]?.map(({ _id }) => _id);
    expect(ids?.toSorted()).toEqual([one, other].toSorted());
    expect(
      await meant({ productId: other }, { productId: other, number }, { productId: one, number }),
    ).toEqual([
      [{ _id: other, by: undefined, replaces: null }],
      [{ _id: other, by: 'oe 7N0 111 222', replaces: null }],
      [{ _id: one, by: 'oe 7N0 111 222', replaces: null }],
    ]);
  });

  it('that names a part which is not there goes by its number', async () => {
    const id = await part('PN-9');
    const productId = newId(shop.clock.now());
    expect(await meant({ productId, number: 'pn9' }, { productId })).toEqual([
      [{ _id: id, by: 'own PN-9', replaces: null }],
      [],
    ]);
  });

  it('of a number that very many parts have offers eight of them', async () => {
    for (let at = 0; at < 12; at += 1) await part(`MP-${at}`, { others: [['oe', '9X9 000']] });
    expect((await meant('9X9000'))[0]).toHaveLength(8);
  });

  it('that no part has comes with the nearest numbers, three at most, each line its own', async () => {
    for (const number of ['VW-33101', 'VW-33102', 'VW-33103', 'VW-33104', 'KL-90077'])
      await part(number);
    const { body } = await check([
      { number: 'VW-33105' },
      { number: 'KL-9007' },
      { number: 'no number of ours' },
      { number: '!' },
      { number: 'vw33.105' },
    ]);
    const nearest = (body.lines as CheckedLine[]).map((line) => line.nearest);
    expect(nearest[0]).toHaveLength(3);
    expect(nearest[0]?.every((number) => /^VW-3310[1-4]$/.test(number))).toBe(true);
    expect(nearest.slice(1)).toEqual([['KL-90077'], [], [], nearest[0]]);
  });

  it('has the very nearest first, and none where a part was chosen', async () => {
    await part('TT-4455-6699');
    const productId = await part('TT-4455-6677');
    const { body } = await check([
      { number: 'TT-4455-6678' },
      { number: 'TT-4455-6678', productId },
    ]);
    const nearest = (body.lines as CheckedLine[]).map((line) => line.nearest);
    expect(nearest).toEqual([['TT-4455-6677', 'TT-4455-6699'], []]);
  });

  it('is one of the first forty if the nearest numbers are to be known', async () => {
    for (let at = 0; at < 41; at += 1) await part(`GH-${7000 + at}`);
    const lines = Array.from({ length: 41 }, (_, at) => ({ number: `GH-${7000 + at}X` }));
    const { body } = await check([...lines, { number: 'GH-7000X' }]);
    const counts = (body.lines as CheckedLine[]).map(({ nearest }) => nearest.length > 0);
    expect(counts).toEqual([...lines.map((_, at) => at < 40), true]);
  });
});

describe('five hundred lines', () => {
  it('with mistakes, old numbers and doubles are answered in their order by four statements, as is one', async () => {
    const ids = await Promise.all(
      Array.from({ length: 240 }, (_, at) =>
        part(`LL-${10_000 + at}`, { others: [['oe', `8V0 ${20_000 + at}`]] }),
      ),
    );
    for (const [at, id] of ids.slice(0, 10).entries())
      await part(`LM-${30_000 + at}`, { replacedBy: id });
    const lines = [
      ...ids.map((id, at) => ({ number: `ll ${10_000 + at}`, means: id })),
      ...ids.slice(0, 225).map((id, at) => ({ number: `8v0.${20_000 + at}`, means: id })),
      ...ids.slice(0, 10).map((id, at) => ({ number: `LM${30_000 + at}`, means: id })),
      ...ids.slice(0, 25).map((_, at) => ({ number: `LL-1${at}XX${at}`, means: undefined })),
    ];
    const sent = lines.map(({ number }) => ({ number, quantity: 400 }));
    statements = 0;
    const { status, body } = await check(sent);
    expect([status, statements]).toEqual([200, 4]);
    expect(
      body.lines.map(({ number, parts }: CheckedLine) => ({ number, means: parts[0]?.part._id })),
    ).toEqual(lines);
    statements = 0;
    expect((await check([sent[470], sent[499]])).status).toBe(200);
    expect(statements).toBe(4);
  });

  it('are the most, and one is the least', async () => {
    const lines = Array.from({ length: 501 }, () => ({ number: 'X' }));
    for (const [some, status] of [
      [lines, 422],
      [lines.slice(1), 200],
      [[], 422],
    ] as const)
      expect((await check(some)).status).toBe(status);
  });
});

it.each([
  ['neither number nor part', { quantity: 1 }],
  ['an empty number', { number: ' ', quantity: 1 }],
  ['a number of 61 characters', { number: 'x'.repeat(61) }],
  ['a number that is none', { number: 5 }],
  ['two lines in one', { number: 'a\nb' }],
  ['half a character', { number: '\uD800' }],
  ['a wrong id', { productId: 'x' }],
  ['an id in capitals', { productId: '00000000-0000-7000-8000-00000000000A' }],
  ['no pieces', { number: 'A1', quantity: 0 }],
  ['more pieces than can be counted', { number: 'A1', quantity: 2 ** 53 }],
  ['a text as pieces', { number: 'A1', quantity: '100' }],
])('a list with %s is refused', async (_what, line) => {
  expect(await check([{ number: 'A1', quantity: 1 }, line])).toMatchObject({
    status: 422,
    body: { error: 'invalid_input' },
  });
});

it.each(['NaN', 'Infinity', '1e999', '-'])('a list with %s pieces is refused', async (pieces) => {
  const { statusCode } = await shop.app.inject({
    method: 'POST',
    url: '/api/order-list/check',
    headers: { 'content-type': 'application/json' },
    payload: `{"lines":[{"number":"A1","quantity":${pieces}}]}`,
  });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
});
