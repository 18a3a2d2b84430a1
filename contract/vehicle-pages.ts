import * as z from 'zod/mini';
import { Counted } from './counted.ts';
import type { Endpoint } from './endpoint.ts';
import { line } from './fields.ts';
import { Part } from './parts.ts';

/** Parts that the page of a vehicle, and that of a category of it, show first. */
export const vehiclePageLengths = { first: 8, category: 24 } as const;

/** A name, and how it stands in the address of its page. */
const Named = z.object({ name: z.string(), slug: z.string() });

const Span = z.object({ from: z.number(), to: z.number() });

/** What the address of a page of vehicles says, part by part; each in any spelling that leads to one. */
export const VehiclePageQuery = z
  .object({
    make: z.optional(line(300)),
    model: z.optional(line(300)),
    year: z.optional(line(4)),
    category: z.optional(line(300)),
  })
  .check(
    z.refine(
      ({ make, model, year, category }) =>
        (make !== undefined || model === undefined) &&
        (model !== undefined || year === undefined) &&
        (year !== undefined || category === undefined),
      { error: 'Each needs what stands before it in the address.', path: ['make'] },
    ),
  );
export type VehiclePageQuery = z.infer<typeof VehiclePageQuery>;

/** What the shop says of a make, a model, a model of a year, or a category of parts for one: only what it has parts on sale for. */
export const VehiclePage = z.object({
  make: z.nullable(Named),
  model: z.nullable(Named),
  year: z.nullable(z.number()),
  category: z.nullable(Named),
  /** All makes, where none is asked for. */
  makes: z.array(Named),
  /** Of a make, with the years in which each was built as far as the shop knows. */
  models: z.array(z.extend(Named, { built: z.array(Span) })),
  /** Of a model: for which there are parts, the latest first. */
  years: z.array(z.number()),
  /** When the model was built, and with which engines (in the year), as far as the shop knows. */
  built: z.array(Span),
  engines: z.array(z.string()),
  /** Parts that name the vehicle; of the category, if there is one. */
  parts: Counted,
  /** The categories of parts that name the vehicle. */
  categories: z.array(z.extend(Named, { id: z.string(), parts: Counted })),
  /** The newest of these parts. */
  rows: z.array(Part),
});
export type VehiclePage = z.infer<typeof VehiclePage>;
/** All but its parts. */
export type VehicleFacts = Omit<VehiclePage, 'rows'>;

/** What the public pages of vehicles show. */
export const vehiclePageCalls = {
  getVehiclePage: {
    method: 'GET',
    path: '/vehicle-pages',
    summary: 'A make, model, year or category of the pages of vehicles, by its address.',
    access: 'open',
    query: VehiclePageQuery,
    answer: VehiclePage,
    cacheable: true,
    price: 4,
    errors: ['vehicle_without_parts'],
  },
} as const satisfies Record<string, Endpoint>;
