import { makeNames } from '#server/vehicles/make-names.ts';
import { keyOf, singular, wordsOf } from './fold.ts';
import type { Lexicon, LexiconType } from './lexicon.ts';
import { fillers, modelNames, otherMakes, synonymGroups, weakWords } from './word-lists.ts';

/** One name of a part type, as its words in the singular. */
export interface TypeName {
  readonly type: LexiconType;
  readonly words: readonly string[];
  /** How much each of them tells. */
  readonly tells: readonly number[];
  /** 1 for its own and other names, less for those that synonyms make of them. */
  readonly weight: number;
}

/** A name before it is known how many others have its words. */
type BareName = Omit<TypeName, 'tells'>;

/** Where values of attributes are known: by a choice, or by numbers in a unit. */
interface AttributeValue {
  readonly type: LexiconType;
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly value: string;
}

/** A vehicle, all of a make's when the model is null. */
export interface VehicleName {
  readonly make: string;
  readonly model: string | null;
}

/** Everything that typed words are compared with. */
export interface Vocabulary {
  readonly names: readonly TypeName[];
  readonly namesOfTypes: ReadonlyMap<LexiconType, readonly TypeName[]>;
  /** The names that have a word, and how much it tells. */
  readonly words: ReadonlyMap<
    string,
    { readonly names: readonly number[]; readonly tells: number }
  >;
  readonly choices: ReadonlyMap<string, readonly AttributeValue[]>;
  readonly types: readonly LexiconType[];
  readonly brands: ReadonlyMap<string, string>;
  readonly makes: ReadonlyMap<string, string>;
  readonly models: ReadonlyMap<string, readonly VehicleName[]>;
  readonly categories: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
  readonly synonyms: readonly {
    readonly word: readonly string[];
    readonly means: readonly string[];
  }[];
  /** Words that typing errors are corrected to. */
  readonly correctable: readonly string[];
  /** How many parts the shop has, by the database's statistics. */
  readonly parts: number;
  /** Words that a great many parts have, the shop's own and those of texts, by the database's statistics. */
  readonly commonWords: ReadonlySet<string>;
  /** Those of texts, which are stems, that a quarter of all parts have, or more. */
  readonly veryCommonStems: readonly string[];
  /** Corrections that were made already. */
  readonly corrected: Map<string, readonly Alternative[]>;
}

/** A word that a typed one may stand for, from 0 (hardly) to 1 (surely). */
export interface Alternative {
  readonly word: string;
  readonly weight: number;
}

/** Part types of which names are made between two pauses. */
const typesAtOnce = 5;

/** Makes the vocabulary; `pause` is called again and again, so that nobody waits long for it. */
export async function makeVocabulary(
  lexicon: Lexicon,
  pause: () => Promise<void>,
): Promise<Vocabulary> {
  const bare: BareName[] = [];
  for (const [index, type] of lexicon.types.entries()) {
    bare.push(...namesOf(type));
    if (index % typesAtOnce === 0) await pause();
  }
  const words = wordIndex(bare);
  const names = bare.map((name) => ({
    ...name,
    tells: name.words.map((word) => words.get(word)?.tells ?? 0),
  }));
  await pause();
  const choices = choicesOf(lexicon.types);
  const brands = new Map(lexicon.brands.map((name) => [keyOf(name), name]));
  await pause();
  const makes = makesOf(lexicon);
  await pause();
  const models = modelsOf(lexicon);
  await pause();
  const categories = new Map(lexicon.categories.map((one) => [keyOf(one.name), one]));
  const proper = [...brands.keys(), ...makes.keys(), ...models.keys()].filter(isCorrectable);
  return {
    names,
    namesOfTypes: Map.groupBy(names, ({ type }) => type),
    words,
    choices,
    brands,
    makes,
    models,
    categories,
    types: lexicon.types,
    synonyms: lexicon.synonyms.map(({ word, means }) => ({
      word: wordsOf(word).map(singular),
      means: wordsOf(means),
    })),
    correctable: [...new Set([...words.keys(), ...choices.keys(), ...proper])].filter(
      (word) => !/^\d/.test(word),
    ),
    parts: 0,
    commonWords: new Set(),
    veryCommonStems: [],
    corrected: new Map(),
  };
}

/** Short names and those with figures are one letter from too many others. */
function isCorrectable(key: string): boolean {
  return key.length >= 4 && !/\d/.test(key);
}

/** The words that count in a name. */
function tellingWords(text: string): string[] {
  const all = wordsOf(text).map(singular);
  const telling = all.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : all;
}

function namesOf(type: LexiconType): BareName[] {
  // 'V-belt' is also written 'vbelt'.
  const together = [type.name, ...type.otherNames].map((name) => name.replaceAll('-', ''));
  const given = [type.name, ...type.otherNames, ...together].map(tellingWords);
  const byText = new Map<string, BareName>();
  const add = (words: readonly string[], weight: number) => {
    const text = words.join(' ');
    if (text !== '' && !byText.has(text)) byText.set(text, { type, words, weight });
  };
  given.forEach((words, index) => add(words, index === 0 ? 1 : 0.99));
  for (const words of given) for (const other of renamed(words)) add(other, 0.93);
  return [...byText.values()];
}

/** The synonyms that begin with a word, by their places among all: few of a name's words begin any. */
const synonymsBeginning = Map.groupBy(
  synonymGroups.flatMap((group, index) =>
    group.map((name, at) => ({ name, group, place: [index, at] as const })),
  ),
  ({ name }) => name[0],
);

/** A name with one thing in it called by its synonyms. */
function renamed(words: readonly string[]): string[][] {
  const able = [...new Set(words)].flatMap((word) => synonymsBeginning.get(word) ?? []);
  able.sort(({ place: one }, { place: other }) => one[0] - other[0] || one[1] - other[1]);
  return able.flatMap(({ name, group }) => {
    const at = indexOfRun(words, name);
    if (at < 0) return [];
    const others = group.filter((other) => other !== name);
    return others.map((other) => [
      ...words.slice(0, at),
      ...other,
      ...words.slice(at + name.length),
    ]);
  });
}

/** Where these words stand in others, one behind the other; -1 when they do not. */
export function indexOfRun(words: readonly string[], run: readonly string[]): number {
  return words.findIndex((_, at) => run.every((word, index) => words[at + index] === word));
}

function wordIndex(names: readonly BareName[]) {
  const byWord = new Map<string, number[]>();
  names.forEach(({ words }, index) => {
    for (const word of new Set(words)) {
      const its = byWord.get(word);
      if (its) its.push(index);
      else byWord.set(word, [index]);
    }
  });
  const all = new Set(names.map(({ type }) => type)).size;
  return new Map(
    [...byWord].map(([word, its]) => {
      const types = new Set(its.map((index) => names[index]?.type)).size;
      const tells = Math.log(1 + all / types) * (weakWords.has(word) ? 0.35 : 1);
      return [word, { names: its, tells }];
    }),
  );
}

/** A figure alone, or yes and no, could be a value of anything. */
function isTelling(name: string): boolean {
  return name.length >= 2 && !/^(?:\d+|yes|no)$/.test(name);
}

function choicesOf(types: readonly LexiconType[]): Map<string, AttributeValue[]> {
  const all = types.flatMap((type) =>
    type.attributes.flatMap(({ key, label, unit, choices }) =>
      (choices ?? []).map((value): AttributeValue => ({ type, key, label, unit, value })),
    ),
  );
  // 'Heated' is said of a part that is, and has the value yes.
  const nameOf = ({ label, value }: AttributeValue) => keyOf(value === 'Yes' ? label : value);
  const byName = Map.groupBy(all, nameOf);
  return new Map([...byName].filter(([name]) => isTelling(name)));
}

function makesOf({ models }: Lexicon): Map<string, string> {
  const makes = new Map(
    [...otherMakes, ...models.map(({ make }) => make)].map((make) => [keyOf(make), make]),
  );
  for (const [other, make] of makeNames) {
    const known = makes.get(keyOf(make));
    if (known !== undefined) makes.set(keyOf(other), known);
  }
  return makes;
}

function modelsOf({ models }: Lexicon): Map<string, VehicleName[]> {
  const byKey = new Map<string, VehicleName[]>();
  for (const [key, its] of Map.groupBy(models, ({ model }) => keyOf(model))) byKey.set(key, its);
  for (const [other, model] of modelNames) {
    const known = byKey.get(keyOf(model));
    if (known !== undefined && !byKey.has(keyOf(other))) byKey.set(keyOf(other), known);
  }
  return byKey;
}
