import * as z from 'zod/mini';
import { line } from './fields.ts';
import {
  dollars,
  lineOrNone,
  lines,
  list,
  oneLine,
  partOrNone,
  picture,
  pieces,
  piecesOrNone,
  type Facts,
  type PartFact,
} from './part-fact.ts';
import { mostOfAPart } from './part-list-rules.ts';
import {
  Attributes,
  eachBreakCheaper,
  eachVehicleOnce,
  Fitment,
  PartNumber,
  PartPicture,
  PriceBreak,
} from './part-lists.ts';

/** Facts of one value, which every list of parts shows. */
export const partRowFacts = {
  name: { label: 'Name', ...oneLine(160) },
  image: {
    label: 'Image',
    help: 'JPEG, PNG or WebP, at most 8 MB. 4:3 fits the cards best.',
    ...picture,
  },
  description: { label: 'Details', help: 'Cards show the first 120 characters.', ...lines(5000) },
  price: { label: 'Price', help: 'Dollars per piece', ...dollars },
  orderQuantity: { label: 'Minimum order quantity', help: 'Pieces in one pack', ...pieces(1) },
  quantityStep: { label: 'Quantity step', help: 'Pieces; without it 100.', ...piecesOrNone },
  largestOrder: {
    label: 'Largest order',
    help: 'Pieces of one order; without it as many as are in stock.',
    ...piecesOrNone,
  },
  packLabel: {
    label: 'Pack label',
    help: "What a step is, such as 'box of 50'.",
    ...lineOrNone(40),
  },
  type: { label: 'Part type', ...lineOrNone(60), control: 'type' },
  category: {
    label: 'Category',
    help: 'The part type decides it, if there is one.',
    ...lineOrNone(60),
    control: 'category',
  },
  brand: { label: 'Brand', ...lineOrNone(60), control: 'brand' },
  partNumber: {
    label: 'Part number',
    help: "The shop's own number; no other part may have it.",
    ...lineOrNone(60),
  },
  imageAlt: {
    label: 'Picture in words',
    help: 'For people who do not see it; without it the name is read.',
    ...oneLine(160),
    input: z.optional(line(160, 0)),
  },
  replacedBy: { label: 'Replaced by', ...partOrNone },
} satisfies Facts;

export const rowFactNames = Object.keys(partRowFacts) as readonly (keyof typeof partRowFacts)[];

const { numbers, pictures, fitments, priceBreaks } = mostOfAPart;

/** Facts of several values. Lists of parts show only the price breaks of them. */
export const partListFacts = {
  priceBreaks: {
    label: 'Price breaks',
    ...list(
      z.array(PriceBreak).check(z.maxLength(priceBreaks), eachBreakCheaper),
      `Must be at most ${priceBreaks} prices, each for more pieces and lower.`,
    ),
  },
  attributes: {
    label: 'Attributes',
    ...list(Attributes, 'Must be numbers, and values that the part type knows.'),
  },
  numbers: {
    label: 'Other numbers',
    ...list(z.array(PartNumber).check(z.maxLength(numbers)), `Must be at most ${numbers} numbers.`),
  },
  pictures: {
    label: 'More pictures',
    ...list(
      z.array(PartPicture).check(z.maxLength(pictures)),
      `Must be at most ${pictures} pictures.`,
    ),
  },
  fitments: {
    label: 'Vehicles',
    ...list(
      z.array(Fitment).check(z.maxLength(fitments), eachVehicleOnce),
      `Must be at most ${fitments} vehicles, each with make, model and years.`,
    ),
  },
} satisfies Facts;

/**
 * The facts of a part that admins enter and edit. Schemas, forms, the comparison of an edit and the labels of the audit log
 * come from this list. CONTRIBUTING says what else a new fact needs; what is missing does not compile.
 */
export const partFacts = { ...partRowFacts, ...partListFacts } satisfies Facts;
export type PartFactName = keyof typeof partFacts;
export const partFactNames = Object.keys(partFacts) as readonly PartFactName[];

/** The opening stock of a new part, which later changes by adjustments only. */
const openingStock = { inStock: { label: 'In stock', help: 'Pieces to sell', ...pieces(0) } };

/** The fields of a part's row in lists. */
export const shownRowFacts = { ...partRowFacts, ...openingStock } satisfies Facts;

/** The fields of a new part. */
export const newPartFacts = { ...partFacts, ...openingStock } satisfies Facts;
export type NewPartFactName = keyof typeof newPartFacts;
export const newPartFactNames = Object.keys(newPartFacts) as readonly NewPartFactName[];

/** One fact by its name. */
export function factOf(name: NewPartFactName): PartFact {
  return newPartFacts[name];
}
