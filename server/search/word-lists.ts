import { readFileSync } from 'node:fs';
import { fold, singular, wordsOf } from './fold.ts';

/** The file of what buyers say. Words stand there in small letters. */
interface WordLists {
  /** Each row is one thing under several names. */
  readonly synonyms: readonly (readonly string[])[];
  /** Other words for values of attributes. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Units as they are written, and the one they are compared by. */
  readonly units: Readonly<Record<string, string>>;
  /** What stands behind a plain number of something: '4 pins'. */
  readonly counted: readonly string[];
  /** Other names of vehicle models; `server/vehicles` has those of makes. */
  readonly models: Readonly<Record<string, string>>;
  /** Models whose names say something else of a part, or of the body of any vehicle. */
  readonly needTheirMake: readonly string[];
  /** Makes of vehicles for which a catalogue may have nothing: a search for them is not for all others. */
  readonly otherMakes: readonly string[];
  /** Words that say nothing about a part. */
  readonly filler: readonly string[];
  /** Words that many names have, and that tell little. */
  readonly weak: readonly string[];
}

const lists = JSON.parse(
  readFileSync(new URL('./words.json', import.meta.url), 'utf8'),
) as WordLists;

/** The same thing under several names, each as its words in the singular. */
export const synonymGroups: readonly (readonly (readonly string[])[])[] = lists.synonyms.map(
  (names) => names.map((name) => wordsOf(name).map(singular)),
);
export const attributeWords: ReadonlyMap<string, string> = new Map(
  Object.entries(lists.attributes).map(([word, value]) => [fold(word).replaceAll(' ', ''), value]),
);
export const units: ReadonlyMap<string, string> = new Map(Object.entries(lists.units));
export const counted: ReadonlySet<string> = new Set(lists.counted);
export const modelNames: readonly (readonly [string, string])[] = Object.entries(lists.models);
export const needTheirMake: ReadonlySet<string> = new Set(lists.needTheirMake);
export const otherMakes: readonly string[] = lists.otherMakes;
export const fillers: ReadonlySet<string> = new Set(lists.filler);
export const weakWords: ReadonlySet<string> = new Set(lists.weak);
