import fc from 'fast-check';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useShop } from '#test/use-shop.ts';
import { compiled } from './compiled.ts';
import { inProcessApi } from './serve.ts';

type Schema = z.core.$ZodType;

/** Every schema of the contract, but those of answers that are files. */
const schemas = Object.entries<Endpoint>(calls).flatMap(([name, call]) =>
  (['answer', 'query', 'params', 'body'] as const).flatMap((part) => {
    const schema = call[part];
    return schema && !(part === 'answer' && call.picture)
      ? [{ of: `${name}, ${part}`, schema }]
      : [];
  }),
);

const wrong = fc.constantFrom<unknown>(null, undefined, '', 'secret', -1, 0.5, NaN, true, [], {});
const texts = [
  'Brake disc',
  '',
  '12',
  ' padded ',
  '2026-11-25T09:30:00.000Z',
  '2026-11',
  '2026-11-25',
  'ada@example.com',
  '0b6f1c5e-3f0a-4c55-9d1e-2a7f2f6f0c11',
];

/** Values that a schema takes, but for rules that look at several fields; with `faults`, a few in a hundred are wrong, a field may be missing, and one more is there. */
function valuesFor(schema: Schema, faults: boolean): fc.Arbitrary<unknown> {
  const right = rightFor(schema as z.core.$ZodTypes, faults);
  return faults
    ? fc.oneof({ arbitrary: right, weight: 40 }, { arbitrary: wrong, weight: 1 })
    : right;
}

function rightFor(schema: z.core.$ZodTypes, faults: boolean): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  const within = (its: Schema) => valuesFor(its, faults);
  switch (def.type) {
    case 'object':
      return fieldsFor(def.shape, faults);
    case 'array':
      return fc.array(within(def.element), { maxLength: 2 });
    case 'record':
      return fc
        .uniqueArray(within(def.keyType), { maxLength: 9 })
        .chain(recordWith(within(def.valueType)));
    case 'nullable':
      return fc.option(within(def.innerType));
    case 'optional':
    case 'default':
      return fc.option(within(def.innerType), { nil: undefined });
    case 'union':
      return fc.oneof(...def.options.map(within));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'string':
    case 'pipe': {
      const taken = texts.filter((text) => z.safeParse(schema, text).success);
      if (def.type === 'pipe' && taken.length === 0) return within(def.in);
      return fc.constantFrom(...(taken.length > 0 ? taken : texts));
    }
    case 'number':
      return fc.integer({ min: 1, max: 3000 });
    case 'boolean':
      return fc.boolean();
    default:
      return wrong;
  }
}

const recordWith = (values: fc.Arbitrary<unknown>) => (keys: unknown[]) =>
  fc.record(Object.fromEntries(keys.map((key) => [String(key), values])));

function fieldsFor(
  shape: Readonly<Record<string, Schema>>,
  faults: boolean,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, valuesFor(schema, faults)]),
  );
  if (!faults) return fc.record(fields);
  const more = { ...fields, passwordHash: fc.constant('secret') };
  return fc.oneof(
    { arbitrary: fc.record(more), weight: 9 },
    { arbitrary: fc.record(more, { requiredKeys: [] }), weight: 1 },
  );
}

/** What a schema makes of a value; the text tells the order of the fields, too. */
function madeOf(schema: Schema, value: unknown) {
  const made = z.safeParse(schema, value);
  return made.success
    ? { data: made.data, text: JSON.stringify(made.data) }
    : { issues: made.error.issues };
}

describe('a compiled schema', () => {
  test.each(schemas)('$of: makes of every value what the schema makes of it', ({ of, schema }) => {
    expect(() => z.compile(schema, { strict: true })).not.toThrow();
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(valuesFor(schema, false), valuesFor(schema, true)), (value) => {
        const made = madeOf(schema, value);
        if ('data' in made) taken += 1;
        expect(madeOf(compiled(schema), value)).toStrictEqual(made);
      }),
      { numRuns: 100 },
    );
    // Nobody guesses what a body with rules of its own takes.
    expect(taken).toBeGreaterThanOrEqual(of.endsWith('answer') ? 1 : 0);
  });
});

describe('an answer', async () => {
  const shop = await useShop();
  const review = {
    _id: '0b6f1c5e-3f0a-4c55-9d1e-2a7f2f6f0c11',
    name: 'Ada',
    rating: 5,
    message: 'Fits.',
    productId: '0b6f1c5e-3f0a-4c55-9d1e-2a7f2f6f0c12',
    productName: 'Brake disc',
    createdAt: '2026-11-25T09:30:00.000Z',
  };
  const vote = { make: 'Fiat', model: 'Panda', year: 2012, verdict: 'fits' } as const;
  const answered = (rows: unknown[]) =>
    inProcessApi(shop, {
      listReviews: async () => ({ rows: rows as never, next: undefined }),
    }).page('listReviews', { query: {} });

  test('leaves without what the contract does not name, in rows and within them', async () => {
    const more = { email: 'ada@example.com', transactionId: 'ch_1' };
    const rows = [{ ...more, ...review, fits: [{ ...vote, engine: '2.0', user: more }] }];
    expect((await answered(rows)).rows).toStrictEqual([{ ...review, fits: [vote] }]);
  });

  test('does not leave when a field is wrong or missing', async () => {
    const { name, ...nameless } = review;
    await expect(answered([review, { ...review, rating: '5' }])).rejects.toThrow(/rating/);
    await expect(answered([review, nameless])).rejects.toThrow(/name/);
    expect((await answered([{ ...nameless, name }])).rows).toStrictEqual([review]);
  });
});
