import type { Counted } from '#contract/counted.ts';
import { dollarsOf } from '#contract/money.ts';
import {
  mostCounted,
  type AttributeFacet,
  type FacetName,
  type Facets,
  type SearchQuery,
} from '#contract/search.ts';
import type { PartsFound } from './find-parts.ts';
import type { Counts, PartsOfValues } from './counts.ts';
import type { LexiconType } from './lexicon.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Values of one attribute that are offered: those that most parts have. */
const mostValues = 30;
const mostBrands = 60;

/** A count as it is told: `most` and more, or exactly. */
export function counted(count: number, most = mostCounted): Counted {
  return { count: Math.min(count, most), more: count > most };
}

/** A count of what was found, of which there is more if not all was looked at. */
export function countedOrMore(count: number, isCutOff: boolean): Counted {
  const its = counted(count);
  return { ...its, more: its.more || isCutOff };
}

/** How the found parts can be narrowed. What is chosen is offered, too, however few parts have it. */
export function facetsOf(
  vocabulary: Vocabulary,
  query: SearchQuery,
  { found, reading }: Pick<PartsFound, 'found' | 'reading'>,
): Facets {
  const { others } = found;
  const of = (facet: FacetName): Counts => ({ ...found, ...others[facet] });
  const types = vocabulary.types;
  const categories = [...vocabulary.categories.values()];
  const price = of('price');
  return {
    more: found.count > mostCounted || found.isCutOff,
    moreOf: (Object.keys(others) as FacetName[]).filter((facet) => {
      const { count = 0, isCutOff = false } = others[facet] ?? {};
      return count > mostCounted || isCutOff;
    }),
    categories: choices(
      categories,
      atLeast(found.categories, others.category?.categories),
      query.category,
    ),
    types: choices(types, atLeast(found.types, others.type?.types), query.type),
    brands: [...atLeast(found.brands, others.brand?.brands)]
      .map(([name, parts]) => ({ name, parts: counted(parts).count }))
      .toSorted((one, other) => other.parts - one.parts || (one.name < other.name ? -1 : 1))
      .filter(({ name }, at) => at < mostBrands || name === query.brand),
    inStock: counted(found.inStock).count,
    price:
      price.least === null || price.most === null
        ? null
        : { least: dollarsOf(price.least), most: dollarsOf(price.most) },
    attributes: attributesOf(
      onlyType(types, query, of('attributes')) ??
        (found.count === 0 ? reading?.types[0]?.type : undefined),
      valuesAtLeast(found.attributes, others.attributes?.attributes),
      query.a,
    ),
  };
}

/** The counts of a facet without what is chosen of it: of more parts than are counted the first may be fewer than those that are found, or none. */
function atLeast(found: PartsOfValues, without: PartsOfValues | undefined): PartsOfValues {
  if (without === undefined) return found;
  const most = new Map(without);
  for (const [id, parts] of found) if (parts > (most.get(id) ?? 0)) most.set(id, parts);
  return most;
}

/** The same of values of attributes. */
function valuesAtLeast(
  found: Counts['attributes'],
  without: Counts['attributes'] = [],
): Counts['attributes'] {
  const byValue = new Map(without.map((one) => [`${one.key}:${one.value}`, one]));
  for (const one of found) {
    const name = `${one.key}:${one.value}`;
    if (one.parts > (byValue.get(name)?.parts ?? 0)) byValue.set(name, one);
  }
  return [...byValue.values()];
}

function choices(
  known: readonly { readonly id: string; readonly name: string }[],
  counts: PartsOfValues,
  chosen: string | undefined,
) {
  return known.flatMap(({ id, name }) => {
    const parts = counts.get(id) ?? (id === chosen ? 0 : undefined);
    return parts === undefined ? [] : [{ id, name, parts: counted(parts).count }];
  });
}

function onlyType(
  types: readonly LexiconType[],
  query: SearchQuery,
  found: Counts,
): LexiconType | undefined {
  const [only] = found.types.keys();
  const id = query.type || (found.types.size === 1 ? only : undefined);
  return types.find((type) => type.id === id);
}

function attributesOf(
  type: LexiconType | undefined,
  attributes: Counts['attributes'],
  chosen: SearchQuery['a'] = [],
): AttributeFacet[] {
  if (!type) return [];
  return type.attributes.flatMap(({ key, label, unit, choices: given }) => {
    const values = attributes.filter((one) => one.key === key);
    const isChosen = chosen.some((one) => one.startsWith(`${key}:`));
    if (values.length === 0 && !isChosen) return [];
    const place = ({ value }: { value: string }) =>
      given === null ? Number(value) : given.indexOf(value);
    const shown = values
      .toSorted((one, other) => other.parts - one.parts || place(one) - place(other))
      .filter(({ value }, at) => at < mostValues || chosen.includes(`${key}:${value}`))
      .toSorted((one, other) => place(one) - place(other))
      .map(({ value, parts }) => ({ value, parts: counted(parts).count }));
    const numbers = given === null ? values.map(({ value }) => Number(value)) : [];
    const span =
      numbers.length === 0
        ? { least: null, most: null }
        : { least: Math.min(...numbers), most: Math.max(...numbers) };
    return [{ key, label, unit, values: shown, ...span }];
  });
}
