import fc from 'fast-check';
import type { CallName } from '#contract/api.ts';
import type { JsonSchema } from '#test/documented-operations.ts';
import type { Place } from './places.ts';

/** Characters of all scripts, without control characters and white space. */
const letters = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter(
    (value) =>
      value.isWellFormed() &&
      !/[\0-\x1f\x7f\u2028\u2029]/.test(value) &&
      value.normalize('NFC').trim() !== '',
  );

/** Valid texts that often break pages, spreadsheets and searches. */
const allowedOddities = [
  "O'Brien & Söhne <GmbH>",
  '<script>alert(1)</script>',
  "'; drop table orders; --",
  '=1+1',
  '{{7*7}} ${7*7}',
  '\u202eright to left',
  'עִבְרִית',
  '👩‍👩‍👧‍👦',
  'e\u0301',
  String.raw`\n \0 %00 \u0000`,
  'null',
  '  with room around  ',
];

/** One line of text of at most so many characters. */
function line(most: number): fc.Arbitrary<string> {
  return fc
    .oneof(letters, fc.constantFrom(...allowedOddities), fc.constant('x'.repeat(most)))
    .filter((value) => value.length <= most);
}

const lines = (most: number) =>
  fc.oneof(
    line(most),
    fc.tuple(letters, letters).map(([one, other]) => `${one}\n\t${other}`),
  );

const webAddress = fc.oneof(
  fc.constant(''),
  fc.webUrl({ withQueryParameters: true }).filter((url) => url.length <= 300),
);
const cents = fc.integer({ min: 100, max: 9_999 }).map((value) => value / 100);
const facts = {
  name: line(160),
  description: lines(5000),
  price: fc.oneof(cents, cents.map(String)),
  orderQuantity: fc.integer({ min: 1, max: 1000 }),
};

/** Of parts that cost a dollar at least, from a thousand pieces at most. */
const rules = {
  quantityStep: fc.oneof(fc.integer({ min: 1, max: 100_000_000 }), fc.constant('50')),
  largestOrder: fc.integer({ min: 100_000, max: 100_000_000 }),
  packLabel: line(40),
  priceBreaks: fc.constantFrom<unknown>(
    [],
    [{ from: 1001, price: 0.99 }],
    [
      { from: 1001, price: 0.99 },
      { from: 100_000, price: 0.01 },
    ],
  ),
};

const stock = {
  change: fc.integer({ min: -1000, max: 1000 }).filter((change) => change !== 0),
  reason: line(200),
};

/** Valid values of fields, by call and place; each is valid with all other values of the sample request. */
const good: Partial<Record<CallName, Record<string, fc.Arbitrary<unknown>>>> = {
  placeOrder: {
    address: lines(500),
    phone: line(40),
    quantity: fc
      .integer({ min: 2, max: 40 })
      .chain((hundreds) => fc.constantFrom<unknown>(hundreds * 100, `${hundreds * 100}`)),
    price: fc.jsonValue(),
    productName: fc.jsonValue(),
    name: fc.jsonValue(),
    email: fc.jsonValue(),
    image: fc.jsonValue(),
  },
  putUser: {
    name: line(120),
    phone: line(40),
    address: lines(500),
    education: lines(500),
    linkedin: webAddress,
  },
  addReview: {
    rating: fc.constantFrom<unknown>(1, 2, 3, 4, 5, '1', '5'),
    message: lines(2000),
    name: fc.jsonValue(),
    email: fc.jsonValue(),
  },
  addPart: { ...facts, ...rules, inStock: fc.oneof(fc.nat(100_000_000), fc.constant('0')) },
  editPart: {
    'facts.name': facts.name,
    'facts.description': facts.description,
    'facts.price': facts.price,
    'facts.orderQuantity': facts.orderQuantity,
    'facts.quantityStep': rules.quantityStep,
    'facts.largestOrder': rules.largestOrder,
    'facts.packLabel': rules.packLabel,
    'facts.priceBreaks': rules.priceBreaks,
    'stock.change': stock.change,
    'stock.reason': stock.reason,
  },
  adjustStock: stock,
  shipOrder: { carrier: line(80), trackingNumber: line(80) },
  shipPieces: { carrier: line(80), trackingNumber: line(80) },
  refundOrder: { reason: line(300) },
};

/** Valid values for a place; undefined when the sample's value has to stay. */
export function goodValue(
  name: CallName,
  { in: where, path, schema }: Place,
): fc.Arbitrary<unknown> | undefined {
  if (where === 'body') return good[name]?.[path.join('.')];
  if (where === 'params' || path[0] === 'email' || path[0] === 'productId') return undefined;
  if (path[0] === 'cursor')
    return fc.constant(
      Buffer.from('["0","00000000-0000-4000-8000-000000000000"]').toString('base64url'),
    );
  return ofSchema(schema);
}

/** Values that a schema allows. */
function ofSchema(schema: JsonSchema): fc.Arbitrary<unknown> | undefined {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, 3000) });
  if (schema.type === 'string' && schema.pattern === undefined)
    return line(Math.floor((schema.maxLength ?? 100) / 2));
  return undefined;
}
