import type { PartsWanted } from '#contract/parts-address-rules.ts';
import type { AttributeFacet, FacetName, Facets } from '#contract/search.ts';
import { changed } from '#web/parts/parts-address.ts';
import { attributeIn, valueInWords } from './counts.ts';
import type { FacetChoice } from './facet-links.tsx';

/** What belongs to one part type only. */
const ofType = { type: undefined, a: undefined } as const;

/** Whether a choice may have more parts than are counted; a chosen one whose parts are all that was found has no more. */
function mayHaveMore({ more, moreOf }: Facets, facet: FacetName, isAllFound: boolean): boolean {
  return more || (!isAllFound && moreOf?.includes(facet) === true);
}

/** The shelves; another shelf has other types. */
export function categoryChoices(wanted: PartsWanted, facets: Facets): FacetChoice[] {
  return facets.categories.map(({ id, name, parts }) => {
    const chosen = id === wanted.category;
    const to = changed(wanted, { ...ofType, category: chosen ? undefined : id });
    const more = mayHaveMore(
      facets,
      'category',
      chosen && (parts === 0 || (!wanted.type && !wanted.a)),
    );
    return { key: id, text: name, parts, more, to, chosen };
  });
}

/** The part types; another type has other attributes. */
export function typeChoices(wanted: PartsWanted, facets: Facets): FacetChoice[] {
  return facets.types.map(({ id, name, parts }) => {
    const chosen = id === wanted.type;
    const to = changed(wanted, { ...ofType, type: chosen ? undefined : id });
    const more = mayHaveMore(facets, 'type', chosen && (parts === 0 || !wanted.a));
    return { key: id, text: name, parts, more, to, chosen };
  });
}

export function brandChoices(wanted: PartsWanted, facets: Facets): FacetChoice[] {
  return facets.brands.map(({ name, parts }) => {
    const chosen = name === wanted.brand;
    const to = changed(wanted, { brand: chosen ? undefined : name });
    const more = mayHaveMore(facets, 'brand', chosen);
    return { key: name, text: name, parts, more, to, chosen };
  });
}

export function stockChoices(wanted: PartsWanted, { inStock, more }: Facets): FacetChoice[] {
  const chosen = wanted.stock === 'yes';
  if (inStock === 0 && !chosen) return [];
  const to = changed(wanted, { stock: chosen ? undefined : 'yes' });
  return [{ key: 'stock', text: 'In stock', parts: inStock, more, to, chosen }];
}

/** The values of one attribute; several of them are alternatives. */
export function valueChoices(
  wanted: PartsWanted,
  facets: Facets,
  { key, unit, values }: AttributeFacet,
): FacetChoice[] {
  // Chosen or not, they are counted without any that is chosen.
  const more = mayHaveMore(facets, 'attributes', false);
  return values.map(({ value, parts }) => {
    const one = `${key}:${value}`;
    const chosen = wanted.a?.includes(one) ?? false;
    const text = valueInWords(value, unit);
    return { key: value, text, parts, more, to: withAttribute(wanted, one), chosen };
  });
}

/** The list with this attribute, or without it if it has it. */
export function withAttribute(wanted: PartsWanted, one: string): PartsWanted {
  const before = wanted.a ?? [];
  const a = before.includes(one) ? before.filter((other) => other !== one) : [...before, one];
  return changed(wanted, { a: a.length === 0 ? undefined : a.toSorted() });
}

/** The span that the address has of an attribute; its ends are empty where it has none. */
export function spanOf(wanted: PartsWanted, key: string): { from: string; to: string } {
  for (const one of wanted.a ?? []) {
    const attribute = attributeIn(one);
    const at = attribute.value.indexOf('..');
    if (attribute.key === key && at >= 0)
      return { from: attribute.value.slice(0, at), to: attribute.value.slice(at + 2) };
  }
  return { from: '', to: '' };
}

/** The list without anything of this attribute. */
export function withoutAttribute(wanted: PartsWanted, key: string): PartsWanted {
  const a = (wanted.a ?? []).filter((one) => attributeIn(one).key !== key);
  return changed(wanted, { a: a.length === 0 ? undefined : a });
}
