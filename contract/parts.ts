import * as z from 'zod/mini';
import { vehicleFields } from './chosen-vehicle.ts';
import { Acknowledged, byId, Id, Moment, PageQuery, line, numeric, sortsBy } from './fields.ts';
import { centsOf, maxChargeCents, minChargeCents } from './money.ts';
import { ClaimCount } from './fit-votes.ts';
import { ruleFault } from './order-rules.ts';
import { fieldsOf, seenFieldsOf } from './part-fact.ts';
import { newPartFacts, partFacts, partListFacts, shownRowFacts } from './part-facts.ts';
import { PartType } from './part-lists.ts';
import { Rating } from './reviews.ts';

/** A part as lists show it (Spec §3). `price` in dollars; `inStock` is what can be ordered now; `orderQuantity` the minimum order. */
export const Part = z.object({
  _id: Id,
  ...fieldsOf(shownRowFacts, 'output'),
  priceBreaks: partListFacts.priceBreaks.output,
  createdAt: Moment,
});
export type Part = z.infer<typeof Part>;

/** A part that another one is replaced by, or replaces; it has a page while it is on sale. */
const NamedPart = z.object({
  _id: Id,
  name: z.string(),
  partNumber: z.nullable(z.string()),
  onSale: z.boolean(),
});
export type NamedPart = z.infer<typeof NamedPart>;

/**
 * One part with all that is known of it. No fitments: it is not bound to vehicles. `replacement` is the newest part on sale that
 * takes its place; `replaces` are the parts it takes the place of directly.
 */
export const PartDetail = z.extend(Part, {
  ...fieldsOf(partListFacts, 'output'),
  categoryName: z.nullable(z.string()),
  partType: z.nullable(PartType),
  replacement: z.nullable(NamedPart),
  replaces: z.array(NamedPart),
  rating: Rating,
  /** Those of its fitments of which buyers have said something; missing where there are none. */
  claims: z.optional(z.array(ClaimCount)),
});
export type PartDetail = z.infer<typeof PartDetail>;

/** A part that is sold no more: what tells it from others, where such parts stand, and which one on sale takes its place. */
export const ArchivedPart = z.extend(z.omit(NamedPart, { onSale: true }), {
  category: z.nullable(z.string()),
  categoryName: z.nullable(z.string()),
  replacement: z.nullable(NamedPart),
});
export type ArchivedPart = z.infer<typeof ArchivedPart>;

/** A call about the part in its path. */
export const ofPart = { params: byId, missing: 'part_not_found' } as const;

/** Which parts to list. `q` searches words and part numbers; make, model and year narrow each other. */
export const PartsQuery = z.object({
  ...PageQuery,
  q: z.optional(line(100, 0)),
  category: z.optional(line(60, 0)),
  make: z.optional(line(60, 0)),
  model: z.optional(line(80, 0)),
  year: z.optional(z.coerce.number().check(z.int(), z.minimum(1900), z.maximum(2100))),
});
export type PartsQuery = z.infer<typeof PartsQuery>;

/** A shelf of the shop with the number of its parts. */
export const Category = z.object({ id: z.string(), name: z.string(), parts: z.number() });
export type Category = z.infer<typeof Category>;

/**
 * The choices for a vehicle, each beside those that are made already: makes are those of the year where no make is chosen yet, models those of the make,
 * and of the year where no model is, years those of make and model, engines those of make, model and year.
 */
export const Vehicles = z.object({
  makes: z.array(z.string()),
  models: z.array(z.string()),
  years: z.array(z.number()),
  engines: z.array(z.string()),
});
export type Vehicles = z.infer<typeof Vehicles>;

export const VehiclesQuery = z.object({
  make: vehicleFields.make,
  model: vehicleFields.model,
  year: vehicleFields.year,
});
export type VehiclesQuery = z.infer<typeof VehiclesQuery>;

/** A card can be charged with the smallest order of the part. */
const chargeable = z.refine<{ price: number; orderQuantity: number }>(
  ({ price, orderQuantity }) => {
    const cents = centsOf(price) * orderQuantity;
    return cents >= minChargeCents && cents <= maxChargeCents;
  },
  { error: 'Price times minimum order must be between $0.50 and $999999.99.', path: ['price'] },
);

/** The rules of quantities fit the minimum and the price, as far as a request has them. */
const agreeing = z.check<Parameters<typeof ruleFault>[0]>(({ value, issues }) => {
  const [field, message] = ruleFault(value) ?? [];
  if (field) issues.push({ code: 'custom', message, path: [field], input: value });
});

/** Refusals of facts that refer to what there is not, or that another part has. */
export const unsettled = [
  'type_unknown',
  'category_unknown',
  'attribute_unknown',
  'number_taken',
  'replacement_unknown',
  'replacement_loops',
  'replacement_too_long',
] as const;

/**
 * Bytes of a request with a part's facts: an edit with the longest lists, once as they were seen and once as a form sends them, as JSON in
 * a text, needs less than three quarters of it (a test says so).
 */
export const largestPart = 4 * 1024 * 1024;

/** What the form for a new part sends (Spec §7); `image` is an address the shop's image host returned. */
export const NewPart = z.object(fieldsOf(newPartFacts, 'input')).check(chargeable, agreeing);
export type NewPart = z.infer<typeof NewPart>;

/** The new part's key beside the specification's answer. */
export const PartAdded = z.extend(Acknowledged, { insertedId: Id });

/** The facts of a part that an edit may change; stock is not one of them, it is adjusted. */
export const PartFacts = z.object(fieldsOf(partFacts, 'input')).check(chargeable, agreeing);
export type PartFacts = z.infer<typeof PartFacts>;

/** The facts of a part as an editor saw them. */
export const SeenFacts = z.object(seenFieldsOf(partFacts));
export type SeenFacts = z.infer<typeof SeenFacts>;

/** Pieces put in, or taken out below zero, and why: the reason stays in the ledger. */
export const StockAdjustment = z.object({
  change: numeric.check(
    z.refine(
      (pieces) => Number.isSafeInteger(pieces) && pieces !== 0 && Math.abs(pieces) <= 100_000_000,
      'Must be a whole number, not zero.',
    ),
  ),
  reason: line(200),
});
export type StockAdjustment = z.infer<typeof StockAdjustment>;

/**
 * An edit: the facts as the editor saw them and as they are to be; an optional one that is left out stays as it is.
 * A fact that is no longer as it was seen refuses the whole edit.
 */
export const PartEdit = z.object({
  seen: SeenFacts,
  facts: z.optional(PartFacts),
  stock: z.optional(StockAdjustment),
});
export type PartEdit = z.infer<typeof PartEdit>;

/** A part as the admin's table shows it. */
export const ManagedPart = z.extend(Part, { archived: z.boolean() });
export type ManagedPart = z.infer<typeof ManagedPart>;

/** A part with all its facts, for its edit; the names are those of what it refers to. */
export const PartToEdit = z.extend(ManagedPart, {
  ...fieldsOf(partListFacts, 'output'),
  categoryName: z.nullable(z.string()),
  partType: z.nullable(PartType),
  replacedByName: z.nullable(z.string()),
  replacedByNumber: z.nullable(z.string()),
});
export type PartToEdit = z.infer<typeof PartToEdit>;

/** Which parts the admin's table shows, and in which order. */
export const ManagedPartsWanted = z.object({
  q: z.optional(line(100, 0)),
  show: z.optional(z.enum(['sale', 'low', 'sold-out', 'archived', 'all'])),
  sort: z.optional(sortsBy('name', 'price', 'stock', 'minimum')),
});
export type ManagedPartsWanted = z.infer<typeof ManagedPartsWanted>;

/** Of parts with words or a number the admin's table shows no more than about so many: whoever has more narrows the words. */
export const mostManagedFound = 500;

/** One page of them. */
export const ManagedPartsQuery = z.extend(ManagedPartsWanted, PageQuery);
export type ManagedPartsQuery = z.infer<typeof ManagedPartsQuery>;

/** One change of a part's stock. */
export const StockChange = z.object({
  _id: Id,
  change: z.number(),
  reason: z.enum(['opening', 'order', 'cancel', 'adjustment', 'refund']),
  note: z.string(),
  orderId: z.nullable(z.string()),
  actor: z.string(),
  createdAt: Moment,
});
export type StockChange = z.infer<typeof StockChange>;
