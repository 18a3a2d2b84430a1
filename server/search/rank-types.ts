import { alternativesOf, knownForm, partsOfCompound } from './correct-word.ts';
import { attributesWith, type TypedValue } from './attribute-values.ts';
import type { LexiconType } from './lexicon.ts';
import type { Alternative, TypeName, Vocabulary } from './vocabulary.ts';

/** A typed word that may belong to the name of a part type. */
interface Slot {
  readonly typed: string;
  readonly alternatives: readonly Alternative[];
  /** The value of an attribute that it is part of. */
  readonly value: TypedValue | undefined;
}

export interface RankedType {
  readonly type: LexiconType;
  /** From 0 to 1: how well its best name agrees with the words. */
  readonly score: number;
}

export interface TypesRead {
  readonly types: readonly RankedType[];
  readonly corrected: readonly { readonly typed: string; readonly as: string }[];
  /** Words that no name of any type has. */
  readonly unknown: readonly string[];
}

/** Words of a search that are compared with names: more are no name. */
const mostSlots = 16;
const mostTypes = 30;
/** Types that are nearly as likely as the likeliest are meant, too: of a whole name few, of a word out of many names all of these. */
const nearlyAsLikely = { ofName: 0.8, ofWord: 0.6 };
const leastOfName = 0.8;
const leastScore = 0.3;

/** A typed word and the attribute's value it stands in. */
export interface TypedWord {
  readonly text: string;
  readonly value: TypedValue | undefined;
}

/** The part types that these words name, likeliest first. */
export function rankTypes(vocabulary: Vocabulary, words: readonly TypedWord[]): TypesRead {
  const slots = words.slice(0, mostSlots).flatMap((word) => slotsOf(vocabulary, word));
  const readings = [slots, ...joined(vocabulary, slots)].map((reading) => ({
    reading,
    scores: scoresOf(vocabulary, reading),
  }));
  const best = readings.reduce((one, other) => (top(other.scores) > top(one.scores) ? other : one));
  const most = top(best.scores);
  const types =
    most < leastScore
      ? typesOfValues(vocabulary, words)
      : likeliest(best.scores, most, isOneWord(best.reading));
  return { types, ...wordsRead(best.reading, types, vocabulary) };
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

function slotsOf(vocabulary: Vocabulary, { text, value }: TypedWord): Slot[] {
  const isKnown = knownForm(vocabulary, text) !== undefined;
  const compound = isKnown || value ? undefined : partsOfCompound(vocabulary, text);
  if (compound)
    return compound.map((word) => ({
      typed: text,
      alternatives: [{ word, weight: 0.97 }],
      value: undefined,
    }));
  const alternatives = value && !isKnown ? [] : alternativesOf(vocabulary, text);
  return [{ typed: text, alternatives, value }];
}

/** The same words with two neighbours written together, where that is a word. */
function joined(vocabulary: Vocabulary, slots: readonly Slot[]): Slot[][] {
  return slots.slice(1).flatMap((slot, index) => {
    const before = slots[index];
    if (!before || before.typed === slot.typed) return [];
    const word = knownForm(vocabulary, before.typed + slot.typed);
    if (word === undefined) return [];
    const both = {
      typed: `${before.typed} ${slot.typed}`,
      alternatives: [{ word, weight: 0.98 }],
      value: undefined,
    };
    return [[...slots.slice(0, index), both, ...slots.slice(index + 2)]];
  });
}

function top(scores: ReadonlyMap<LexiconType, number>): number {
  return Math.max(0, ...scores.values());
}

/** How well each type that shares a word with the search agrees with it. */
function scoresOf(vocabulary: Vocabulary, slots: readonly Slot[]): Map<LexiconType, number> {
  const weights = new Map<string, number>();
  const candidates = new Set<number>();
  for (const { alternatives } of slots)
    for (const { word, weight } of alternatives) {
      weights.set(word, Math.max(weights.get(word) ?? 0, weight));
      for (const index of vocabulary.words.get(word)?.names ?? []) candidates.add(index);
    }
  const tells = (word: string) => vocabulary.words.get(word)?.tells ?? 0;
  const slotTells = slots.map((slot) => tellsOf(slot, tells));
  const all = slotTells.reduce((sum, one) => sum + one, 0);
  const scores = new Map<LexiconType, number>();
  for (const index of candidates) {
    const name = vocabulary.names[index];
    if (!name || all === 0) continue;
    const covered = slots.reduce(
      (sum, slot, at) => sum + (slotTells[at] ?? 0) * agreement(slot, name),
      0,
    );
    const score = name.weight * coverOf(name, weights, tells) * (covered / all);
    if (score > (scores.get(name.type) ?? 0)) scores.set(name.type, score);
  }
  return scores;
}

function coverOf(
  { words }: TypeName,
  weights: ReadonlyMap<string, number>,
  tells: (word: string) => number,
): number {
  let matched = 0;
  let all = 0;
  for (const word of words) {
    matched += tells(word) * (weights.get(word) ?? 0);
    all += tells(word);
  }
  return all === 0 ? 0 : matched / all;
}

function tellsOf({ alternatives, value }: Slot, tells: (word: string) => number): number {
  const most = Math.max(0, ...alternatives.map(({ word, weight }) => tells(word) * weight));
  return most === 0 && value && value.kind !== 'figure' ? 1 : most;
}

/** How far a word belongs to a name, or as a value to an attribute of its type. */
function agreement({ alternatives, value }: Slot, { words, type }: TypeName): number {
  const named = Math.max(
    0,
    ...alternatives.map(({ word, weight }) => (words.includes(word) ? weight : 0)),
  );
  if (named > 0.8 || !value) return named;
  return attributesWith(type, value).length > 0 ? Math.max(named, 0.8) : named;
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
  vocabulary: Vocabulary,
): Omit<TypesRead, 'types'> {
  const corrected = new Map<string, string>();
  const unknown: string[] = [];
  const names = new Set(
    types.flatMap(({ type }) =>
      vocabulary.names.filter((name) => name.type === type).flatMap(({ words }) => words),
    ),
  );
  for (const { typed, alternatives, value } of slots) {
    const meant = alternatives.find(({ word }) => names.has(word));
    if (meant && meant.weight < 1) {
      const so = corrected.get(typed);
      corrected.set(typed, so === undefined ? meant.word : `${so} ${meant.word}`);
    }
    if (!meant && !value) unknown.push(typed);
  }
  return { corrected: [...corrected].map(([typed, as]) => ({ typed, as })), unknown };
}
