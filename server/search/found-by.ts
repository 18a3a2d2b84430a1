import type { FacetName } from '#contract/search.ts';
import { isListCutOff, type Found } from './found-answer.ts';
import type { Way } from './ways.ts';

/** What was found, and by which way. */
export interface FoundBy {
  readonly way: Way;
  readonly found: Found;
}

/** Of the list and of each facet what was found the other way where not all were looked at, unless that is less. */
export function withMore(its: FoundBy, other: FoundBy): FoundBy {
  const isOther = isListCutOff(its.found) && other.found.own >= its.found.own;
  const { way, found } = isOther ? other : its;
  const others = Object.entries(its.found.others).map(([name, one]) => {
    const another = other.found.others[name as FacetName];
    return [name, another && one.isCutOff && another.own >= one.own ? another : one];
  });
  return { way, found: { ...found, others: Object.fromEntries(others) } };
}

/**
 * What was found by the words of a vehicle, or, if that is not less, what was found of it as of a chosen one. That has no parts which name it in their texts
 * alone, so there may be more.
 */
export function orAsChosen(its: FoundBy, chosen: FoundBy): FoundBy {
  if (chosen.found.count < its.found.count) return its;
  return { ...its, found: { ...chosen.found, isCutOff: true } };
}
