import { sql, type RawBuilder } from 'kysely';
import { mostCounted, type SearchSort } from '#contract/search.ts';
import { together } from '#server/db/together.ts';
import type { Database } from '#server/shop.ts';
import { attemptsFor, onlyTexts, scoreFor } from './conditions.ts';
import {
  findNearNumbers,
  isNumberAlone,
  numbersAsked,
  numbersIn,
  type FoundNumbers,
} from './find-numbers.ts';
import {
  foundIn,
  foundQuery,
  mostSifted,
  partsWhere,
  type Finding,
  type Found,
  type Scored,
  type Sifting,
} from './found-store.ts';
import { all, any, matches, oneWord, ownWords, type Condition } from './own-words.ts';
import {
  attributesOn,
  firstOnShelves,
  inCategory,
  onShelf,
  type KindShelves,
  type Shelf,
} from './shelf.ts';
import type { Reading } from './understand.ts';
import {
  boundTo,
  fits,
  fittingAny,
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

/** How to look for parts: by what, and how well each agrees. */
export interface Way extends Pick<Scored, 'filters' | 'score'> {
  /** A condition on `parts`; undefined where no index of words is asked: then it is all parts, but for the filters. */
  readonly source: RawBuilder<unknown> | undefined;
  /** Where all of it stands, if a kind is all that is asked. */
  readonly shelves?: KindShelves | undefined;
  /** Where all of it stands, to count it. */
  readonly countedOn?: KindShelves | undefined;
  readonly ignored: readonly string[];
  readonly numbers: FoundNumbers | undefined;
  /** It looks at the first rows only, and is taken only if it finds more than are counted. Never with a vehicle, which leaves its filters out. */
  readonly mustFill?: boolean;
}

export const everything: Way = {
  source: undefined,
  filters: [],
  score: sql`0`,
  ignored: [],
  numbers: undefined,
};

/** A search's numbers that are nearly what was typed; looked for once, and only when somebody asks. */
export type NearNumbers = () => Promise<FoundNumbers | undefined>;

export function nearNumbersOf(db: Database, reading: Reading | undefined): NearNumbers {
  let near: ReturnType<NearNumbers> | undefined;
  return () => (near ??= reading ? findNearNumbers(db, reading) : Promise.resolve(undefined));
}

/** A way to look, and what it finds if that is known already. */
export interface WayToTry {
  readonly way: Way;
  readonly found?: Found | undefined;
}

/** The ways to look, one after the other until one finds something. */
export async function* waysOf(
  { numbers, words, found }: FirstLook,
  nearNumbers: NearNumbers,
): AsyncGenerator<WayToTry> {
  if (numbers) yield { way: byNumbers(numbers) };
  for (const [at, way] of words.entries()) yield { way, found: at === 0 ? found : undefined };
  const near = numbers ? undefined : await nearNumbers();
  if (near) yield { way: byNumbers(near) };
}

/** The numbers in a search, its ways to look by words, and what the first of these finds if it was asked for along with the numbers. */
interface FirstLook {
  readonly numbers: FoundNumbers | undefined;
  readonly words: readonly Way[];
  readonly found?: Found | undefined;
}

/** Where no number is meant, the words are looked for in the same round trip: hardly ever are they one by chance. */
export async function firstLook(
  db: Database,
  { reading, veryCommon }: { readonly reading: Reading; readonly veryCommon: readonly string[] },
  finding: (way: Way) => Finding,
): Promise<FirstLook> {
  const words = byWords(reading, veryCommon);
  const asked = numbersAsked(reading);
  if (asked === undefined) return { numbers: undefined, words };
  const [first] = words;
  if (asked.isMeant || first === undefined)
    return { numbers: numbersIn(reading, (await asked.query.execute(db)).rows), words };
  const queries = [asked.query.compile(db), foundQuery(finding(first)).compile(db)] as const;
  const [rows, told] = await together(db, queries);
  return { numbers: numbersIn(reading, rows), words, found: foundIn(told) };
}

/** By words, of which these unknown ones are very common; by none when it is a number: words that begin as it does would lead to quite other parts. */
export function byWords(reading: Reading, veryCommon: readonly string[] = []): Way[] {
  if (isNumberAlone(reading)) return [];
  const its = { score: scoreFor(reading), numbers: undefined };
  const attempts = attemptsFor(reading).map((attempt) => ({ ...attempt, ...its }));
  // The index would tell the places of nearly all parts before the first is looked at.
  const texts = onlyTexts(reading, veryCommon);
  if (!texts) return attempts;
  const { unused: ignored } = reading;
  const newest = { ...its, source: undefined, filters: [texts], ignored, mustFill: true };
  // Those with a figure too are few.
  const withFigures = attempts.splice(0, ignored.length > 0 ? 1 : 0);
  return [...withFigures, newest, ...attempts];
}

function byNumbers(numbers: FoundNumbers): Way {
  const ids = numbers.rows.map(({ partId }) => partId);
  const score = sql`-array_position(${ids}::uuid[], id)`;
  return { source: sql`id = any (${ids}::uuid[])`, filters: [], score, ignored: [], numbers };
}

/** A way with the filters of the query. */
export function narrowed(way: Way, query: Wanted): Scored {
  const { score, source } = way;
  if (query.vehicle) return ofVehicle(way, query, query.vehicle);
  const shelf = source === undefined ? shelfOf(query) : undefined;
  if (shelf)
    return {
      among: partsWhere(onShelf(shelf.its)),
      filters: filtersOf(way, query),
      score,
      attributesIn: attributesOn(shelf.its),
    };
  const [words, filters] = [chosenWords(query), filtersOf(way, query)];
  const chosen = words.map(anyWord);
  const { category, ...rest } = query;
  if (way.shelves && chosenWords(rest).length === 0) {
    const shelves = category ? inCategory(way.shelves, category) : way.shelves;
    const most = filters.length > 0 ? mostSifted : mostCounted + 1;
    return { among: firstOnShelves(shelves, most), filters, score };
  }
  return { among: byIndex(way, chosen), filters, score, isOfMany: areCommon(way, query, words) };
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
    return { among: byIndex(way, [its, ...chosen]), filters, score };
  }
  const rest = { ...query, vehicle: undefined };
  const also = types.length === 0 ? undefined : universal(rest, types, chosen);
  // A vehicle alone needs no words: the index of fitments knows it, also of parts whose words are not written yet, and that of ids what is counted of them.
  if (chosen.length === 0)
    return {
      among: partsWhere(boundTo(vehicle)),
      filters: columnConditions(rest),
      score,
      also,
      attributesIn: 'parts',
    };
  const filters = [...rowConditions(rest), ...(wordsLeaveOpen(vehicle) ? [fits(vehicle)] : [])];
  const fitting = [...wordsOfVehicle(vehicle), ...(also ? [ownWords.anyVehicle] : [])];
  const isOfMany = areCommon(way, query, [fitting, ...words]);
  return { among: byIndex(way, [bound, ...chosen]), filters, score, also, isOfMany };
}

/** Parts that fit any vehicle: those of its types by an index of their own, or by the word for it where brand or values narrow them. */
function universal(query: Wanted, types: readonly string[], chosen: readonly Condition[]): Sifting {
  if (!query.brand && (query.a ?? []).every(isSpan))
    return { among: fittingAny(types), filters: rowConditions(query) };
  const its = all([oneWord(ownWords.anyVehicle), ...chosen]);
  return { among: partsWhere(matches(its)), filters: rowConditions(query) };
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
