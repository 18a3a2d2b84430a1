import type { PartFit } from '#contract/fit.ts';
import {
  searchPageLength,
  type NothingFound,
  type SearchAnswer,
  type SearchQuery,
} from '#contract/search.ts';
import type { Shop } from '#server/shop.ts';
import { fitsByFacts } from '#server/vehicles/fits.ts';
import { countEmptySearch } from './empty-searches-store.ts';
import { countedOrMore, facetsOf } from './facets.ts';
import { findParts, type PartsFound } from './find-parts.ts';
import { vocabularyOf } from './kept-vocabulary.ts';
import { nothingFound } from './nothing-found.ts';
import { showFound } from './show-found.ts';
import { understoodOf } from './understand.ts';

/** Answers a search: a page of parts, how to narrow them, what the words were taken for, and ways on when there are none. */
export async function searchParts(shop: Shop, query: SearchQuery): Promise<SearchAnswer> {
  const { db } = shop;
  const found = await findParts(db, query, { withFits: !!query.make });
  const { rows, hasNext, sort, reading, ignored, numbers, fitting } = found;
  const total = countedOrMore(atLeast(query, found), found.found.isCutOff);
  return {
    rows: showFound(rows, numbers, await fitsOfRows(db, query, rows)),
    total,
    fitting: fitting === null ? null : countedOrMore(fitting, isFittingCutOff(query, found.found)),
    page: query.page ?? 1,
    hasNext,
    sort,
    facets: facetsOf(await vocabularyOf(db), query, found),
    understood: reading
      ? understoodOf(reading, { number: numbers?.number ?? null, ignored })
      : null,
    nothing: total.count > 0 ? null : await waysOn(shop, query, found),
  };
}

/** How many parts there are at least: where not all were looked at, those that come first and those of the page may not have been among them. */
function atLeast({ page = 1, limit = searchPageLength }: SearchQuery, its: PartsFound): number {
  const { rows, found } = its;
  const shown = rows.length > 0 ? (page - 1) * limit + rows.length : 0;
  return Math.max(found.count, found.first, shown);
}

/** Where all parts are listed, those that fit are what comes first. */
function isFittingCutOff({ fit }: SearchQuery, its: PartsFound['found']): boolean {
  return fit === 'first' ? its.isFirstCutOff : its.isCutOff;
}

/** Of each of these parts whether it fits the vehicle of the query; none without one. */
async function fitsOfRows(
  db: Shop['db'],
  { make, model, year, engine }: SearchQuery,
  rows: PartsFound['rows'],
): Promise<readonly PartFit[]> {
  if (!make) return [];
  const parts = rows.map(({ id, fit = null, fitments = [], claims = null }) => ({
    id,
    fit,
    fitments,
    claims,
  }));
  return fitsByFacts(db, { make, model, year, engine }, parts);
}

async function waysOn(
  shop: Shop,
  query: SearchQuery,
  { reading, nearNumbers }: PartsFound,
): Promise<NothingFound> {
  // What filters leave over says nothing about the words, and a further page is no further search.
  const isCounted = reading && !isFiltered(query) && (query.page ?? 1) === 1;
  const [nothing] = await Promise.all([
    nothingFound(shop.db, query, { reading, nearNumbers }),
    isCounted && countEmptySearch(shop, reading.typed),
  ]);
  return nothing;
}

const ofTheText = ['q', 'exact', 'sort', 'page', 'limit'];
const ofTheVehicle = ['make', 'model', 'year', 'engine', 'fit'];

/** A vehicle whose parts come first leaves the others. */
function isFiltered(query: SearchQuery): boolean {
  const open = new Set(query.fit === 'first' ? [...ofTheText, ...ofTheVehicle] : ofTheText);
  return Object.entries(query).some(
    ([name, value]) => !open.has(name) && value !== undefined && value !== '',
  );
}
