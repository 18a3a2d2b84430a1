import { alternativesOf, begunWith, knownForm, partsOfCompound } from './correct-word.ts';
import { attributesWith, type TypedValue } from './attribute-values.ts';
import type { LexiconType } from './lexicon.ts';
import type { Alternative, TypeName, Vocabulary } from './vocabulary.ts';

/** A typed word that may belong to the name of a part type. */
interface Slot {
  readonly typed: string;
  /** The place of the typed word; a compound has one for all its slots. */
  readonly at: number;
  /** Best first. */
  readonly alternatives: readonly Alternative[];
  /** The value of an attribute that it is part of. */
  readonly value: TypedValue | undefined;
  /** What it stands for is no correction: the word is not finished yet, or was only written apart. */
  readonly isRight?: boolean;
}

export interface RankedType {
  readonly type: LexiconType;
  /** From 0 to 1: how well its best name agrees with the words. */
  readonly score: number;
}

export interface TypesRead {
  readonly types: readonly RankedType[];
  readonly corrected: readonly { readonly typed: string; readonly as: string }[];
  /** Words that the names of these types have. */
  readonly named: ReadonlySet<string>;
  /** Words that no name of any type has. */
  readonly unknown: readonly string[];
}

/** Words of a search that are compared with names: more are no name. */
const mostSlots = 16;
const mostTypes = 30;
/** A reading that knows all words is better than one that agrees a little more with fewer of them: 'turbo charger' is a turbocharger. */
const lossOfWord = 0.1;
/** Types that are nearly as likely as the likeliest are meant, too: of a whole name few, of a word out of many names all of these. */
const nearlyAsLikely = { ofName: 0.8, ofWord: 0.6 };
const leastOfName = 0.8;
const leastScore = 0.3;

/** A typed word. */
export interface TypedWord {
  readonly text: string;
  /** The attribute's value that it stands in. */
  readonly value: TypedValue | undefined;
  /** It stands for no other word. */
  readonly isName?: boolean | undefined;
  /** More of its letters may come. */
  readonly isTyping?: boolean;
}

/** The part types that these words name, likeliest first. */
export function rankTypes(vocabulary: Vocabulary, words: readonly TypedWord[]): TypesRead {
  const slots = words.slice(0, mostSlots).flatMap((word, at) => slotsOf(vocabulary, word, at));
  const all = [slots, ...joined(vocabulary, slots), ...completed(vocabulary, words, slots)];
  const readings = all.map((reading) => readingOf(vocabulary, words, reading));
  return readings.reduce((one, other) => (other.worth > one.worth ? other : one));
}

function readingOf(
  vocabulary: Vocabulary,
  words: readonly TypedWord[],
  slots: readonly Slot[],
): TypesRead & { readonly worth: number } {
  const scores = scoresOf(vocabulary, slots);
  const most = Math.max(0, ...scores.values());
  const types =
    most < leastScore
      ? typesOfValues(vocabulary, words)
      : likeliest(scores, most, isOneWord(slots));
  const read = wordsRead(slots, types, vocabulary);
  return { types, ...read, worth: most - lossOfWord * read.unknown.length };
}

/** A single word, rightly typed. */
function isOneWord(slots: readonly Slot[]): boolean {
  return slots.length === 1 && slots[0]?.alternatives[0]?.weight === 1;
}

/** The types worth looking for, best first. One word out of many names, such as 'brakes', means all of these alike. */
function likeliest(
  scores: ReadonlyMap<LexiconType, number>,
  most: number,
  isWord: boolean,
): RankedType[] {
  const isName = most >= leastOfName;
  const nearly = isName ? nearlyAsLikely.ofName : nearlyAsLikely.ofWord;
  const isAlike = isWord && !isName;
  return [...scores]
    .map(([type, score]) => ({ type, score: isAlike ? most : score }))
    .filter(({ score }) => score >= most * nearly)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostTypes);
}

function slotsOf(vocabulary: Vocabulary, word: TypedWord, at: number): Slot[] {
  const { text, value } = word;
  const isKnown = knownForm(vocabulary, text) !== undefined;
  const compound = isKnown || value ? undefined : partsOfCompound(vocabulary, text);
  if (compound)
    return compound.map((part) => ({
      typed: text,
      at,
      alternatives: [{ word: part, weight: 0.97 }],
      value: undefined,
    }));
  // The 'v' of '12 v' is no V-belt.
  const isUnit = value !== undefined && value.typed !== text && text.length === 1;
  const isOnlyItself = isUnit || ((value || word.isName) && !isKnown);
  return [
    { typed: text, at, alternatives: isOnlyItself ? [] : alternativesOf(vocabulary, text), value },
  ];
}

/** The same words with the last one as the beginning of a longer one. */
function completed(
  vocabulary: Vocabulary,
  words: readonly TypedWord[],
  slots: readonly Slot[],
): Slot[][] {
  const last = slots.at(-1);
  const { isTyping } = words.at(-1) ?? {};
  if (!last || last.value || (!isTyping && words.length === 1)) return [];
  const alternatives = begunWith(vocabulary, last.typed);
  if (alternatives.length === 0) return [];
  return [[...slots.slice(0, -1), { ...last, alternatives, isRight: isTyping === true }]];
}

/** The same words with two neighbours written together, where that is a word. */
function joined(vocabulary: Vocabulary, slots: readonly Slot[]): Slot[][] {
  return slots.slice(1).flatMap((slot, index) => {
    const before = slots[index];
    if (!before || before.at === slot.at) return [];
    const word = knownForm(vocabulary, before.typed + slot.typed);
    if (word === undefined) return [];
    const both = {
      typed: `${before.typed} ${slot.typed}`,
      at: before.at,
      alternatives: [{ word, weight: 0.98 }],
      value: undefined,
      isRight: true,
    };
    return [[...slots.slice(0, index), both, ...slots.slice(index + 2)]];
  });
}

/** How well each type that shares a word with the search agrees with it. */
function scoresOf(vocabulary: Vocabulary, slots: readonly Slot[]): Map<LexiconType, number> {
  const weights = new Map<string, number>();
  for (const { alternatives } of slots)
    for (const { word, weight } of alternatives)
      weights.set(word, Math.max(weights.get(word) ?? 0, weight));
  const read = slots.map((slot) => ({
    slot,
    tells: tellsOf(slot, vocabulary),
    sureness: surenessByName(slot, vocabulary),
  }));
  const all = read.reduce((sum, { tells }) => sum + tells, 0);
  const scores = new Map<LexiconType, number>();
  if (all === 0) return scores;
  for (const index of new Set(read.flatMap(({ sureness }) => [...sureness.keys()]))) {
    const name = vocabulary.names[index];
    if (!name) continue;
    const covered = read.reduce(
      (sum, { slot, tells, sureness }) =>
        sum + tells * agreement(slot, name, sureness.get(index) ?? 0),
      0,
    );
    const score = name.weight * coverOf(name, weights) * (covered / all);
    if (score > (scores.get(name.type) ?? 0)) scores.set(name.type, score);
  }
  return scores;
}

/** How surely a typed word stands for a word of a name, by the places of the names that have one. */
function surenessByName({ alternatives }: Slot, { words }: Vocabulary): Map<number, number> {
  const sureness = new Map<number, number>();
  for (const { word, weight } of alternatives)
    for (const index of words.get(word)?.names ?? [])
      if (!sureness.has(index)) sureness.set(index, weight);
  return sureness;
}

function coverOf({ words, tells }: TypeName, weights: ReadonlyMap<string, number>): number {
  let matched = 0;
  let all = 0;
  for (const [at, ofWord] of tells.entries()) {
    matched += ofWord * (weights.get(words[at] ?? '') ?? 0);
    all += ofWord;
  }
  return all === 0 ? 0 : matched / all;
}

function tellsOf({ alternatives, value }: Slot, { words }: Vocabulary): number {
  const each = alternatives.map(({ word, weight }) => (words.get(word)?.tells ?? 0) * weight);
  const most = Math.max(0, ...each);
  return most === 0 && value && value.kind !== 'figure' ? 1 : most;
}

/** How far a typed word belongs to a name: as surely as it stands for one of the name's words, or as a value of an attribute of its type. */
function agreement({ value }: Slot, { type }: TypeName, sureness: number): number {
  if (sureness > 0.8 || !value) return sureness;
  return attributesWith(type, value).length > 0 ? Math.max(sureness, 0.8) : sureness;
}

/** Types that have all the values, when no name says which one is meant. */
function typesOfValues({ types }: Vocabulary, words: readonly TypedWord[]): RankedType[] {
  const values = [...new Set(words.flatMap(({ value }) => value ?? []))];
  const telling = values.filter(({ kind }) => kind !== 'figure');
  if (!telling.some(({ kind }) => kind === 'choice') && telling.length < 2) return [];
  return types
    .filter((type) => telling.every((value) => attributesWith(type, value).length > 0))
    .slice(0, mostTypes)
    .map((type) => ({ type, score: 0.5 }));
}

function wordsRead(
  slots: readonly Slot[],
  types: readonly RankedType[],
  { namesOfTypes }: Vocabulary,
): Omit<TypesRead, 'types'> {
  const corrected = new Map<string, { at: number; as: string }>();
  const named = new Set<string>();
  const unknown = new Set<string>();
  const names = new Set(
    types.flatMap(({ type }) => (namesOfTypes.get(type) ?? []).flatMap(({ words }) => words)),
  );
  for (const { typed, at, alternatives, value, isRight } of slots) {
    const meant = alternatives.find(({ word }) => names.has(word));
    if (meant) for (const word of typed.split(' ')) named.add(word);
    else if (!value) unknown.add(typed);
    if (!meant || meant.weight === 1 || isRight) continue;
    const before = corrected.get(typed);
    // The two words of a compound.
    if (before?.at === at) before.as += ` ${meant.word}`;
    else corrected.set(typed, { at, as: meant.word });
  }
  return {
    corrected: [...corrected].map(([typed, { as }]) => ({ typed, as })),
    named,
    unknown: [...unknown],
  };
}
