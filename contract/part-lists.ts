import * as z from 'zod/mini';
import { anyEngine, engineText, readEngine } from './engine-rules.ts';
import { line, numeric } from './fields.ts';
import { centsOf } from './money.ts';
import { fitPositions } from './part-list-rules.ts';
import { partNumberKey } from './part-rules.ts';

/** A number under which a part is also known; `maker` says whose it is, and is empty for barcodes and old own numbers. */
export const PartNumber = z.object({
  kind: z.enum(['oe', 'competitor', 'superseded', 'barcode']),
  number: line(60).check(
    z.refine((number) => partNumberKey(number) !== '', 'A number needs letters or digits.'),
  ),
  maker: z._default(line(60, 0), ''),
});
export type PartNumber = z.infer<typeof PartNumber>;

/** A further picture, and what is seen on it. */
export const PartPicture = z.object({ image: line(500), alt: z._default(line(160, 0), '') });
export type PartPicture = z.infer<typeof PartPicture>;

/** The price of a piece for whoever orders at least so many. */
export const PriceBreak = z.object({
  from: numeric.check(
    z.refine(
      (pieces) => Number.isSafeInteger(pieces) && pieces >= 2 && pieces <= 100_000_000,
      'Must be a whole number of pieces.',
    ),
  ),
  price: numeric.check(
    z.refine((price) => centsOf(price) > 0, 'Must be above zero, with at most two decimals.'),
  ),
});
export type PriceBreak = z.infer<typeof PriceBreak>;

/** Whoever orders more pays less by the piece: the breaks stand in this order. */
export const eachBreakCheaper = z.refine<readonly PriceBreak[]>(
  (breaks) =>
    breaks.every(({ from, price }, at) => {
      const before = breaks[at - 1];
      return before === undefined || (from > before.from && price < before.price);
    }),
  'Each price must be for more pieces than the one before, and lower.',
);

/** A model year. */
export const modelYear = numeric.check(
  z.refine((value) => Number.isInteger(value) && value >= 1900 && value <= 2100, 'Must be a year.'),
);

/** An engine, or what is demanded of one, in one spelling ('2.0 L4 petrol'); empty for any. */
export const EngineWords = z.pipe(
  line(40, 0).check(
    z.refine(
      (text) => readEngine(text) !== undefined,
      "Must be an engine such as '2.0 L4 petrol', 'V6' or 'diesel'.",
    ),
  ),
  z.transform((text: string) => engineText(readEngine(text) ?? anyEngine)),
);

/**
 * Vehicles a part fits: one model over a span of model years. `engine` is what it demands of the engine, `note` what else has to hold
 * ('with air conditioning'), `remark` what is good to know, `source` who says so.
 */
export const Fitment = z
  .object({
    make: line(60),
    model: line(80),
    yearFrom: modelYear,
    yearTo: modelYear,
    engine: z._default(EngineWords, ''),
    position: z._default(z.enum(['', ...fitPositions]), ''),
    note: z._default(line(160, 0), ''),
    remark: z._default(line(160, 0), ''),
    source: z._default(line(60, 0), ''),
  })
  .check(z.refine(({ yearFrom, yearTo }) => yearFrom <= yearTo, 'The years must be in order.'));
export type Fitment = z.infer<typeof Fitment>;

/** What tells fitments of a part from each other. */
export function fitmentKey(one: Fitment): string {
  const { make, model, yearFrom, engine, position, note } = one;
  return [make, model, yearFrom, engine, position, note].join('\n');
}

/** A model stands in a list once for the year it begins with, the engine, the position and the condition. */
export const eachVehicleOnce = z.refine<readonly Fitment[]>(
  (rows) => new Set(rows.map(fitmentKey)).size === rows.length,
  'Each vehicle may stand there once for the year it begins with, unless engine, position or condition differ.',
);

/** Values by the keys of the attributes of a part's type. */
export const Attributes = z.record(line(40), z.union([z.number(), line(80)]));
export type Attributes = z.infer<typeof Attributes>;

/** One attribute of a part type: a number in its unit, or one of the choices. */
const TypeAttribute = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  choices: z.nullable(z.array(z.string())),
});
export type TypeAttribute = z.infer<typeof TypeAttribute>;

/** A kind of part; `fit` says what decides whether one fits, `weight` is that of a piece in grams. */
export const PartType = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  categoryName: z.string(),
  fit: z.enum(['vehicle', 'engine', 'size', 'universal']),
  weight: z.nullable(z.number()),
  otherNames: z.array(z.string()),
  attributes: z.array(TypeAttribute),
});
export type PartType = z.infer<typeof PartType>;
