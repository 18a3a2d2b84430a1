import { sql, type RawBuilder } from 'kysely';
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
import { foundIn, type Found } from './found-answer.ts';
import { foundQuery, type Finding, type Scored } from './found-store.ts';
import type { KindShelves } from './shelf.ts';
import type { Reading } from './understand.ts';

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
  /** Whether a vehicle alone is looked for by the words of parts instead of by its fitments, and one with a choice that has words by its fitments. */
  readonly isOtherwise?: boolean;
}

export const everything: Way = {
  source: undefined,
  filters: [],
  score: sql`0`,
  ignored: [],
  numbers: undefined,
};

/** For a vehicle of which more fitments, or more parts with its words, would have to be read: of a part it may have dozens of fitments. */
export const everythingOtherwise: Way = { ...everything, isOtherwise: true };

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
