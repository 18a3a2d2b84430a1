import { sql, type RawBuilder } from 'kysely';
import { centsOf } from '#contract/money.ts';
import type { FacetName } from '#contract/search.ts';
import { any, oneWord, ownWords, type Condition } from './own-words.ts';
import {
  fits,
  isOfVehicle,
  namesNone,
  namesOf,
  universalTypes,
  wordsLeaveOpen,
  type Wanted,
  type WantedVehicle,
} from './vehicle-wanted.ts';

/** Filters by the index of search words, without the vehicle: of each list of words a part has one. */
export function chosenWords(query: Wanted): string[][] {
  const { category, type, brand, a = [] } = query;
  return [
    ...(category ? [[ownWords.category(category)]] : []),
    ...(type ? [[ownWords.type(type)]] : []),
    ...(brand ? [[ownWords.brand(brand)]] : []),
    ...exactValues(a).values(),
  ];
}

/** A part has one of these words. */
export function anyWord(words: readonly string[]): Condition {
  return any(words.map(oneWord));
}

/** By the index of words: parts that are bound to the vehicle. */
export function boundByWords(vehicle: NamedVehicle): Condition {
  return any(wordsOfVehicle(vehicle).map(oneWord));
}

type NamedVehicle = Pick<WantedVehicle, 'make' | 'model' | 'otherNames'>;

export function wordsOfVehicle(vehicle: NamedVehicle): string[] {
  return namesOf(vehicle).map((model) => ownWords.vehicle(vehicle.make, model));
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

/** Filters that the index of words does not know, on the columns of `parts`, without the vehicle. */
export function rowConditions(query: Wanted): RawBuilder<boolean>[] {
  const { priceFrom, priceTo, stock, a = [] } = query;
  const found: RawBuilder<boolean>[] = [];
  if (priceFrom !== undefined) found.push(sql`price_cents >= ${centsOf(priceFrom)}`);
  if (priceTo !== undefined) found.push(sql`price_cents <= ${centsOf(priceTo)}`);
  if (stock === 'yes') found.push(sql`in_stock >= order_quantity`);
  for (const { key, value } of a.map(keyAndValue)) {
    const span = spanOf(value);
    if (span)
      found.push(sql`case when jsonb_typeof(attributes -> ${key}) = 'number'
        then (attributes ->> ${key})::numeric between ${span.from}::numeric and ${span.to}::numeric else false end`);
  }
  return found;
}

/** What the words of a part that was found by them, or that fits any by them, leave open of the vehicle. */
export function openConditions({ vehicle }: Wanted): RawBuilder<boolean>[] {
  if (!vehicle || !wordsLeaveOpen(vehicle)) return [];
  return [sql`(${fits(vehicle)} or ${namesNone})`];
}

/** All filters on columns alone, for walking an index of rows. */
export function columnConditions(query: Wanted): RawBuilder<boolean>[] {
  const { category, type, brand, vehicle, a = [] } = query;
  const found = rowConditions(query);
  if (vehicle) found.push(isOfVehicle(vehicle, universalTypes(query)));
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

/** The query as if nothing was chosen of one facet. */
export function withoutFacet(query: Wanted, facet: FacetName): Wanted {
  const without: Record<FacetName, Partial<Wanted>> = {
    category: { category: undefined, type: undefined, a: undefined },
    type: { type: undefined, a: undefined },
    brand: { brand: undefined },
    price: { priceFrom: undefined, priceTo: undefined },
    attributes: { a: undefined },
  };
  return { ...query, ...without[facet] };
}

/** Facets of which something is chosen. */
export function chosenFacets(query: Wanted): FacetName[] {
  const { category, type, brand, priceFrom, priceTo, a = [] } = query;
  const chosen: Record<FacetName, boolean> = {
    category: !!category || !!type,
    type: !!type,
    brand: !!brand,
    price: priceFrom !== undefined || priceTo !== undefined,
    attributes: a.length > 0,
  };
  return (Object.keys(chosen) as FacetName[]).filter((name) => chosen[name]);
}
