import type { PartsWanted } from '#contract/parts-address-rules.ts';
import type { NothingFound, SearchAnswer } from '#contract/search.ts';
import { listedFoundPart, type ListedFoundPart } from '#web/parts/listed-part.ts';

/** What the list's page shows of the answer to a search. */
export interface ShownAnswer extends Omit<SearchAnswer, 'rows' | 'nothing'> {
  readonly rows: readonly ListedFoundPart[];
  readonly nothing: ShownWaysOn | null;
}

/** The ways on from a search that found nothing. */
export type ShownWaysOn = Omit<NothingFound, 'near'> & {
  readonly near: readonly ListedFoundPart[];
};

export function shownAnswer(wanted: PartsWanted, answer: SearchAnswer): ShownAnswer {
  const { facets, nothing } = answer;
  const { view = 'grid' } = wanted;
  return {
    ...answer,
    rows: answer.rows.map((part) => listedFoundPart(part, view)),
    facets: showsTypes(wanted, answer) ? facets : { ...facets, types: [] },
    nothing: nothing && {
      ...nothing,
      near: nothing.near.map((part) => listedFoundPart(part, 'grid')),
    },
  };
}

/** All types of a whole shop are too many to choose from: first a shelf, or words. */
function showsTypes({ category, q, type }: PartsWanted, { facets }: SearchAnswer): boolean {
  return [category, q, type].some((given) => given !== undefined) || facets.types.length <= 12;
}
