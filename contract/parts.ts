import * as z from 'zod/mini';
import { Id, Moment, PageQuery, line } from '#contract/fields.ts';

/** Vehicles a part fits: one model over a span of model years. */
export const Fitment = z.object({ make: z.string(), model: z.string(), yearFrom: z.number(), yearTo: z.number() });
export type Fitment = z.infer<typeof Fitment>;

/** A part as lists show it (Spec §3). `price` in dollars; `inStock` is what can be ordered now; `orderQuantity` the minimum order. */
export const Part = z.object({
  _id: Id,
  name: z.string(),
  image: z.string(),
  price: z.number(),
  description: z.string(),
  orderQuantity: z.number(),
  inStock: z.number(),
  createdAt: Moment,
  brand: z.nullable(z.string()),
  partNumber: z.nullable(z.string()),
  category: z.nullable(z.string()),
});
export type Part = z.infer<typeof Part>;

/** One part with the vehicles it fits; empty for a universal part. */
export const PartDetail = z.extend(Part, { categoryName: z.nullable(z.string()), fitments: z.array(Fitment) });
export type PartDetail = z.infer<typeof PartDetail>;

/** Which parts to list. `q` searches words and part numbers; make, model and year narrow each other. */
export const PartsQuery = z.object({
  ...PageQuery,
  q: z.optional(line(100, 0)),
  category: z.optional(z.string().check(z.maxLength(60))),
  make: z.optional(z.string().check(z.maxLength(60))),
  model: z.optional(z.string().check(z.maxLength(80))),
  year: z.optional(z.coerce.number().check(z.int(), z.minimum(1900), z.maximum(2100))),
});
export type PartsQuery = z.infer<typeof PartsQuery>;

/** A shelf of the shop with the number of its parts. */
export const Category = z.object({ id: z.string(), name: z.string(), parts: z.number() });
export type Category = z.infer<typeof Category>;

/** The choices for 'my vehicle': models are empty until a make is given, years until make and model are. */
export const Vehicles = z.object({ makes: z.array(z.string()), models: z.array(z.string()), years: z.array(z.number()) });
export type Vehicles = z.infer<typeof Vehicles>;
