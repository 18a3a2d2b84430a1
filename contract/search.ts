import * as z from 'zod/mini';
import { vehicleFields } from './chosen-vehicle.ts';
import { Counted } from './counted.ts';
import { Id, line, Moment } from './fields.ts';
import { Fit } from './fit.ts';
import { centsOf } from './money.ts';
import { Attributes } from './part-lists.ts';
import { Part } from './parts.ts';

/** The longest text that is searched for. */
export const longestSearch = 100;
/** Counts end here: more parts are '500+'. */
export const mostCounted = 500;
/** How many parts a page of found ones shows when no limit is asked for. */
export const searchPageLength = 24;

/** The ways found parts can be sorted; `relevance` only with words. */
const searchSorts = ['relevance', 'newest', 'price', '-price', 'name'] as const;
export type SearchSort = (typeof searchSorts)[number];

/** Dollars of a query, which a form may send empty. */
function optionalDollars(least: number, most: number) {
  return z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      z.coerce.number().check(
        z.minimum(least),
        z.maximum(most),
        z.refine((dollars) => !Number.isNaN(centsOf(dollars)), 'Must have two decimals at most.'),
      ),
    ]),
  );
}

/**
 * An attribute of the chosen part type as an address has it: `key:value`, or `key:from..to` for numbers in a span, of which
 * one end may be missing. `a` stands in a query once for each; several of one key are alternatives.
 */
const AttributeWanted = line(130).check(
  z.regex(/^[\w-]{1,40}:[^:].*$/, 'Must be an attribute and its value, such as dia:312.'),
);

/** At most this many attributes of a query. */
const mostAttributes = 20;

const common = {
  category: z.optional(line(60, 0)),
  type: z.optional(line(60, 0)),
  brand: z.optional(line(60, 0)),
  ...vehicleFields,
  /** With a vehicle: all parts, of which those that fit it and universal ones come first; without it only these are found. */
  fit: z.optional(z.enum(['first', ''])),
  /** Dollars for one piece. */
  priceFrom: optionalDollars(0, 1_000_000),
  priceTo: optionalDollars(0, 1_000_000),
  /** Only parts of which pieces can be ordered now. */
  stock: z.optional(z.enum(['yes', ''])),
};

/** Which parts to find, and in which order: an empty field is as good as a missing one. */
export const SearchQuery = z
  .object({
    q: z.optional(line(longestSearch, 0)),
    /** The words as they are typed, without correcting them. */
    exact: z.optional(z.enum(['yes', ''])),
    ...common,
    a: z.optional(
      z.union([
        z.pipe(
          AttributeWanted,
          z.transform((one: string) => [one]),
        ),
        z.array(AttributeWanted).check(z.maxLength(mostAttributes)),
      ]),
    ),
    sort: z.optional(z.enum(searchSorts)),
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  })
  .check(
    z.refine(
      ({ make, model, year, engine }) => Boolean(make) || (!model && year === undefined && !engine),
      { error: 'A model, a year or an engine is one of a make.', path: ['make'] },
    ),
  );
export type SearchQuery = z.infer<typeof SearchQuery>;

/** The number by which a part was found; `superseded` is an older number of the part itself ('replaces BD-3055'). */
export const NumberMatch = z.object({
  kind: z.enum(['own', 'oe', 'competitor', 'superseded', 'barcode']),
  number: z.string(),
  maker: z.string(),
});
export type NumberMatch = z.infer<typeof NumberMatch>;

/** A part that was found, what is measured of it, by which number it was found if it was one, and whether it fits the vehicle that the query names. */
export const FoundPart = z.extend(Part, {
  match: z.optional(NumberMatch),
  attributes: z.optional(Attributes),
  fit: z.optional(Fit),
});
export type FoundPart = z.infer<typeof FoundPart>;

/** One choice of a facet; `parts` as one reads them with `Facets.more` and `Facets.moreOf`. */
const Choice = z.object({ id: z.string(), name: z.string(), parts: z.number() });

/** One attribute of the chosen, or only, part type: its values with numbers of parts, and the least and the greatest of numbers. */
const AttributeFacet = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  /** Numbers in their order, choices in that of the part type; at most thirty, those that most parts have, and what is chosen. */
  values: z.array(z.object({ value: z.string(), parts: z.number() })),
  least: z.nullable(z.number()),
  most: z.nullable(z.number()),
});
export type AttributeFacet = z.infer<typeof AttributeFacet>;

/**
 * What a facet is about; a query without it counts the choices of that facet. What can be ordered now is none of them: where it is asked, it is all that is found.
 */
const FacetName = z.enum(['category', 'type', 'brand', 'price', 'attributes']);
export type FacetName = z.infer<typeof FacetName>;

/**
 * How the found parts can be narrowed. The choices of a facet are counted as if nothing was chosen of that facet itself. When
 * `more` is true, more than `mostCounted` parts were found, or not all that there are were looked at, and the counts are those of the first. `moreOf` names the facets of
 * which that is true without what is chosen of them; an older copy of the shop does not tell it. No choice has fewer parts than it
 * has among those that were found, and a chosen category or type has none where nothing of it is found. Where a price, a stock or a span of numbers sifts parts, all counts are of the rows that were looked at.
 */
export const Facets = z.object({
  more: z.boolean(),
  moreOf: z.optional(z.array(FacetName)),
  categories: z.array(Choice),
  types: z.array(Choice),
  brands: z.array(z.object({ name: z.string(), parts: z.number() })),
  inStock: z.number(),
  /** Dollars of the cheapest and the dearest; null when there are none. */
  price: z.nullable(z.object({ least: z.number(), most: z.number() })),
  attributes: z.array(AttributeFacet),
});
export type Facets = z.infer<typeof Facets>;

/** What the words were taken for. */
export const Understood = z.object({
  /** Words that were read as other ones. */
  corrected: z.array(z.object({ typed: z.string(), as: z.string() })),
  /** The text with these corrections; the same as typed when there are none. */
  readAs: z.string(),
  vehicle: z.nullable(
    z.object({
      make: z.string(),
      model: z.nullable(z.string()),
      year: z.nullable(z.number()),
      /** As engines are written, where the words name one that the model has. */
      engine: z.nullable(z.string()),
      /** The model is whatever stands behind the make, such as 'tdi': neither the shop nor a part knows it. An older copy does not tell it. */
      isGuess: z.optional(z.literal(true)),
    }),
  ),
  brand: z.nullable(z.string()),
  category: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Most likely first. */
  types: z.array(z.object({ id: z.string(), name: z.string() })),
  attributes: z.array(z.object({ label: z.string(), value: z.string(), unit: z.string() })),
  /** The part number that was searched for, as typed. */
  number: z.nullable(z.string()),
  /** Words that no part has, without which these were found, and filler words. */
  ignored: z.array(z.string()),
});
export type Understood = z.infer<typeof Understood>;

/** Ways on when nothing was found. */
export const NothingFound = z.object({
  /** What to search for instead: the text without a word, or without a filter, and how many parts that finds. */
  without: z.array(z.object({ leftOut: z.string(), q: z.string(), found: Counted })),
  /** Part numbers that are nearly the one typed. */
  numbers: z.array(z.extend(NumberMatch, { part: z.object({ _id: Id, name: z.string() }) })),
  /** Parts that come near. */
  near: z.array(FoundPart),
  /** Whether none comes near, so that these are the newest of the shop; an older copy does not tell it. */
  areNewest: z.optional(z.boolean()),
});
export type NothingFound = z.infer<typeof NothingFound>;

/** One page of found parts. */
export const SearchAnswer = z.object({
  rows: z.array(FoundPart),
  total: Counted,
  /** How many of them may fit the vehicle that the query names, or fit any; null without one. */
  fitting: z.nullable(Counted),
  page: z.number(),
  hasNext: z.boolean(),
  /** The order the rows are in. */
  sort: z.enum(searchSorts),
  facets: Facets,
  /** Null without words. */
  understood: z.nullable(Understood),
  nothing: z.nullable(NothingFound),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** What is offered while somebody types. */
export const Suggestions = z.object({
  parts: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      partNumber: z.nullable(z.string()),
      brand: z.nullable(z.string()),
      image: z.string(),
      imageAlt: z.string(),
      price: z.number(),
      match: z.optional(NumberMatch),
    }),
  ),
  categories: z.array(Choice),
  types: z.array(z.extend(Choice, { category: z.string() })),
  brands: z.array(z.object({ name: z.string() })),
  numbers: z.array(NumberMatch),
  total: Counted,
  understood: Understood,
});
export type Suggestions = z.infer<typeof Suggestions>;

/** Whoever types `word` means `means`. */
export const NewSynonym = z.object({ word: line(60), means: line(60) });
export type NewSynonym = z.infer<typeof NewSynonym>;

/** The most that admins may add. */
export const mostSynonyms = 2000;

/** One that an admin added. */
export const Synonym = z.extend(NewSynonym, { _id: Id, createdAt: Moment });
export type Synonym = z.infer<typeof Synonym>;

/** A text that found nothing, how often within the last 90 days, and the last day as YYYY-MM-DD. */
export const EmptySearch = z.object({
  text: z.string(),
  searches: z.number(),
  lastDay: z.string(),
});
export type EmptySearch = z.infer<typeof EmptySearch>;
