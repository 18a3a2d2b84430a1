import { sql, type RawBuilder } from 'kysely';
import { mostCounted, type SearchSort } from '#contract/search.ts';
import {
  hasAllThatAreSifted,
  mostSifted,
  partsWhere,
  siftedOnce,
  type Scored,
  type Sifting,
} from './found-store.ts';
import { all, any, matches, oneWord, ownWords, type Condition } from './own-words.ts';
import { attributesOn, firstOnShelves, inCategory, onShelf, type Shelf } from './shelf.ts';
import {
  boundTo,
  fits,
  fittingAny,
  fittingAnySifted,
  isCutOff,
  universalTypes,
  wordsLeaveOpen,
  type Wanted,
  type WantedVehicle,
} from './vehicle-wanted.ts';
import {
  anyWord,
  boundByWords,
  chosenWords,
  columnConditions,
  isSpan,
  openConditions,
  rowConditions,
  wordsOfVehicle,
} from './wanted.ts';
import type { Way } from './ways.ts';

/** A way with the filters of the query. */
export function narrowed(way: Way, query: Wanted): Scored {
  const { score, source } = way;
  if (query.vehicle) return ofVehicle(way, query, query.vehicle);
  const shelf = source === undefined ? shelfOf(query) : undefined;
  if (shelf) return ofShelf(way, query, shelf.its);
  const [words, filters] = [chosenWords(query), filtersOf(way, query)];
  const chosen = words.map(anyWord);
  const { category, ...rest } = query;
  if (way.shelves && chosenWords(rest).length === 0) {
    const shelves = category ? inCategory(way.shelves, category) : way.shelves;
    const most = filters.length > 0 ? mostSifted : mostCounted + 1;
    return siftedOnce({ among: firstOnShelves(shelves, most), filters, score });
  }
  const isOfMany = areCommon(way, query, words);
  return siftedOnce({ among: byIndex(way, chosen), filters, score, isOfMany });
}

/** What of a shelf the filters leave. Whether it was cut off its index tells, which often has all that is asked: rows that are shared are read from the table. */
function ofShelf(way: Way, query: Wanted, shelf: Shelf | undefined): Scored {
  const [among, filters] = [partsWhere(onShelf(shelf)), filtersOf(way, query)];
  return {
    among,
    filters,
    score: way.score,
    attributesIn: attributesOn(shelf),
    // Rows that are sifted are cut off if there are as many as may be.
    ...(filters.length > 0 && { isCutOff: hasAllThatAreSifted(among) }),
  };
}

/** Whether so many parts have each of these words that the database should know which these are, to find some of them. */
function areCommon(
  { source }: Way,
  { commonWords }: Wanted,
  words: readonly (readonly string[])[],
): boolean {
  if (source !== undefined) return false;
  return words.every((its) => its.some((word) => commonWords?.has(word)));
}

/** Those parts that are of the vehicle's list. */
function ofVehicle(way: Way, query: Wanted, vehicle: WantedVehicle): Scored {
  const { score, source } = way;
  const types = universalTypes(query);
  const words = chosenWords(query);
  const chosen = words.map(anyWord);
  const bound = boundByWords(vehicle);
  if (source !== undefined) {
    const its = types.length > 0 ? any([bound, oneWord(ownWords.anyVehicle)]) : bound;
    const filters = [...filtersOf(way, query), ...openConditions(query)];
    return siftedOnce(
      { among: byIndex(way, [its, ...chosen]), filters, score },
      'shared_of_vehicle',
    );
  }
  const rest = { ...query, vehicle: undefined };
  const also = types.length === 0 ? undefined : universal(rest, types, chosen);
  // A vehicle alone needs no words: the index of fitments knows it, also of parts whose words are not written yet, and that of ids what is counted of them.
  if ((chosen.length === 0) !== (way.isOtherwise === true))
    return {
      among: partsWhere(boundTo(vehicle)),
      isCutOff: isCutOff(vehicle),
      filters: columnConditions(rest),
      score,
      also,
      attributesIn: 'parts',
    };
  const filters = [...rowConditions(rest), ...(wordsLeaveOpen(vehicle) ? [fits(vehicle)] : [])];
  const fitting = [...wordsOfVehicle(vehicle), ...(also ? [ownWords.anyVehicle] : [])];
  const isOfMany = areCommon(way, query, [fitting, ...words]);
  const among = byIndex(way, [bound, ...chosen]);
  return siftedOnce({ among, filters, score, also, isOfMany }, 'shared_of_vehicle');
}

/** Parts that fit any vehicle: those of its types by an index of their own, or by the word for it where brand or values narrow them. */
function universal(query: Wanted, types: readonly string[], chosen: readonly Condition[]): Sifting {
  const filters = rowConditions(query);
  const its = all([oneWord(ownWords.anyVehicle), ...chosen]);
  const isByType = !query.brand && (query.a ?? []).every(isSpan);
  if (!isByType) return siftedOnce({ among: partsWhere(matches(its)), filters }, 'shared_further');
  if (filters.length === 0) return { among: fittingAny(types), filters };
  return siftedOnce({ among: fittingAnySifted(types), filters }, 'shared_further');
}

function byIndex({ source }: Way, chosen: readonly Condition[]): RawBuilder<unknown> {
  const sources = [
    ...(source === undefined ? [] : [source]),
    ...(chosen.length === 0 ? [] : [matches(all(chosen))]),
  ];
  return partsWhere(sql.join(sources, sql` and `));
}

function filtersOf(way: Way, query: Wanted): RawBuilder<boolean>[] {
  return [...way.filters, ...rowConditions(query)];
}

/** The shelf of which the query shows all parts, newest first. */
export function wholeShelf(way: Way, query: Wanted, sort: SearchSort): ReturnType<typeof shelfOf> {
  const isWhole = way.source === undefined && filtersOf(way, query).length === 0;
  return isWhole && sort === 'newest' ? shelfOf(query) : undefined;
}

/** The shelf on which all that the query wants stands: its brand's, which is mostly the smallest, and there its category's, its type's or its category's; undefined for that of all parts. */
export function commonShelf({ brand, type, category }: Wanted): Shelf | undefined {
  if (brand) return { column: 'brand', value: brand, category };
  if (type) return { column: 'type_id', value: type };
  return category ? { column: 'category_id', value: category } : undefined;
}

/** The one shelf that the query looks at, undefined for that of all parts; nothing when indexes of words, vehicles or values have to say. */
function shelfOf(query: Wanted): { its: Shelf | undefined } | undefined {
  const { category, type, brand, vehicle, a = [] } = query;
  if (vehicle || a.some((one) => !isSpan(one))) return undefined;
  if (brand && type) return undefined;
  if (brand) return { its: { column: 'brand', value: brand, category } };
  if (type) return { its: { column: 'type_id', value: type, category } };
  return { its: category ? { column: 'category_id', value: category } : undefined };
}
