import { sql, type RawBuilder } from 'kysely';
import { centsOf } from '#contract/money.ts';
import type { SearchQuery } from '#contract/search.ts';
import { any, oneWord, ownWords, type Condition } from './own-words.ts';

/** What a facet is about; a query without it counts the choices of that facet. */
export type FacetName = 'category' | 'type' | 'brand' | 'stock' | 'price' | 'attributes';

/** Filters by the index of search words. */
export function indexConditions(query: SearchQuery): Condition[] {
  const { category, type, brand, make, model, a = [] } = query;
  const found: Condition[] = [];
  if (make) found.push(oneWord(ownWords.vehicle(make, model || null)));
  if (category) found.push(oneWord(ownWords.category(category)));
  if (type) found.push(oneWord(ownWords.type(type)));
  if (brand) found.push(oneWord(ownWords.brand(brand)));
  for (const values of exactValues(a).values()) found.push(any(values.map(oneWord)));
  return found;
}

/** The exact values of each attribute, which are alternatives. */
function exactValues(wanted: readonly string[]): Map<string, string[]> {
  const byKey = new Map<string, string[]>();
  for (const { key, value } of wanted.map(keyAndValue))
    if (!spanOf(value)) byKey.set(key, [...(byKey.get(key) ?? []), ownWords.attribute(key, value)]);
  return byKey;
}

function keyAndValue(wanted: string): { key: string; value: string } {
  const at = wanted.indexOf(':');
  return { key: wanted.slice(0, at), value: wanted.slice(at + 1) };
}

/** Whether a wanted attribute is numbers in a span. */
export function isSpan(wanted: string): boolean {
  return spanOf(keyAndValue(wanted).value) !== undefined;
}

/** `from..to`, of which one end may be missing; undefined for anything else. */
function spanOf(value: string): { from: number; to: number } | undefined {
  const [, from, to] = /^(-?\d{0,9}(?:\.\d{1,4})?)\.\.(-?\d{0,9}(?:\.\d{1,4})?)$/.exec(value) ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  return { from: from === '' ? -1e12 : Number(from), to: to === '' ? 1e12 : Number(to) };
}

/** Filters that the index of words does not know, on the columns of `parts`. */
export function rowConditions(query: SearchQuery): RawBuilder<boolean>[] {
  const { priceFrom, priceTo, stock, make, model, year, a = [] } = query;
  const found: RawBuilder<boolean>[] = [];
  if (priceFrom !== undefined) found.push(sql`price_cents >= ${centsOf(priceFrom)}`);
  if (priceTo !== undefined) found.push(sql`price_cents <= ${centsOf(priceTo)}`);
  if (stock === 'yes') found.push(sql`in_stock >= order_quantity`);
  // Without a year the words say it.
  if (make && year) found.push(fits({ make, model: model || null, year }));
  for (const { key, value } of a.map(keyAndValue)) {
    const span = spanOf(value);
    if (span)
      found.push(sql`case when jsonb_typeof(attributes -> ${key}) = 'number'
        then (attributes ->> ${key})::numeric between ${span.from}::numeric and ${span.to}::numeric else false end`);
  }
  return found;
}

/** The same filters on columns alone, for walking an index of rows. */
export function columnConditions(query: SearchQuery): RawBuilder<boolean>[] {
  const { category, type, brand, make, model, year, a = [] } = query;
  const found = rowConditions(query);
  if (make && !year) found.push(fits({ make, model: model || null, year: null }));
  if (category) found.push(sql`category_id = ${category}`);
  if (type) found.push(sql`type_id = ${type}`);
  if (brand) found.push(sql`brand = ${brand}`);
  const exact = a.map(keyAndValue).filter(({ value }) => !spanOf(value));
  for (const [key, values] of Map.groupBy(exact, ({ key: its }) => its)) {
    const alternatives = values.map(({ value }) => value.toLowerCase());
    found.push(sql`lower(attributes ->> ${key}) = any (${alternatives})`);
  }
  return found;
}

interface WantedVehicle {
  readonly make: string;
  readonly model: string | null;
  readonly year: number | null;
}

/**
 * Whether a part is bound to this vehicle: a look into the index by part, for each part that is asked about. So that it is never answered by all parts of
 * the vehicle, of which there are the more, the more parts there are, it has a limit and spans instead of equal values.
 */
export function fits({ make, model, year }: WantedVehicle): RawBuilder<boolean> {
  const isIt =
    model === null
      ? sql`f.make >= ${make} and f.make <= ${make}`
      : sql`(f.make, f.model) >= (${make}, ${model}) and (f.make, f.model) <= (${make}, ${model})`;
  return sql`(select true from fitments f where f.part_id = parts.id and ${isIt} ${inYear(year)} limit 1)`;
}

/** Whether a part names no vehicle. */
export const namesNone = sql<boolean>`(select true from fitments f where f.part_id = parts.id limit 1) is null`;

/** Parts that are bound to this vehicle, by the index of fitments: the first of them. */
export function boundTo({ make, model, year }: WantedVehicle): RawBuilder<unknown> {
  const ofModel = model === null ? sql`` : sql`and f.model = ${model}`;
  return sql`id = any (array(select f.part_id from fitments f where f.make = ${make} ${ofModel} ${inYear(year)} limit ${mostFitments}))`;
}

/** A part may be bound to a model by several spans of years. */
const mostFitments = 2000;

function inYear(year: number | null): RawBuilder<unknown> {
  return year === null ? sql`` : sql`and f.year_from <= ${year} and f.year_to >= ${year}`;
}

/** The query as if nothing was chosen of one facet. */
export function withoutFacet(query: SearchQuery, facet: FacetName): SearchQuery {
  const without: Record<FacetName, Partial<SearchQuery>> = {
    category: { category: undefined, type: undefined, a: undefined },
    type: { type: undefined, a: undefined },
    brand: { brand: undefined },
    stock: { stock: undefined },
    price: { priceFrom: undefined, priceTo: undefined },
    attributes: { a: undefined },
  };
  return { ...query, ...without[facet] };
}

/** Facets of which something is chosen. */
export function chosenFacets(query: SearchQuery): FacetName[] {
  const { category, type, brand, stock, priceFrom, priceTo, a = [] } = query;
  const chosen: Record<FacetName, boolean> = {
    category: !!category || !!type,
    type: !!type,
    brand: !!brand,
    stock: stock === 'yes',
    price: priceFrom !== undefined || priceTo !== undefined,
    attributes: a.length > 0,
  };
  return (Object.keys(chosen) as FacetName[]).filter((name) => chosen[name]);
}
