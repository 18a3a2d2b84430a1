import { editDistance } from './edit-distance.ts';
import { germanForms, singular, withoutUmlauts } from './fold.ts';
import type { Alternative, Vocabulary } from './vocabulary.ts';

/** Corrections that are remembered: more than all words that people type wrongly in a day. */
const mostRemembered = 5_000;
const mostAlternatives = 5;
/** Shorter words begin too many others to stand for one of them. */
const leastBeginning = 4;

/** What a typed word stands for, best first: itself when it is known, else words that are nearly it. Empty for none. */
export function alternativesOf(vocabulary: Vocabulary, typed: string): readonly Alternative[] {
  const known = knownForm(vocabulary, typed);
  if (known !== undefined) return [{ word: known, weight: 1 }];
  const remembered = vocabulary.corrected.get(typed);
  if (remembered !== undefined) return remembered;
  const found = nearWords(vocabulary, typed);
  if (vocabulary.corrected.size >= mostRemembered) vocabulary.corrected.clear();
  vocabulary.corrected.set(typed, found);
  return found;
}

/** The word as names have it: in the singular, without umlauts, without a German ending. */
export function knownForm({ words }: Vocabulary, typed: string): string | undefined {
  const one = singular(typed);
  const forms = [
    one,
    typed,
    withoutUmlauts(one),
    ...germanForms(withoutUmlauts(typed)),
    ...germanForms(typed),
  ];
  return forms.find((form) => words.has(form));
}

/** Words that begin with two or three letters of a word that is still being typed, the shortest first. */
export function begunWith({ words }: Vocabulary, typed: string): readonly Alternative[] {
  if (typed.length < 2 || typed.length >= leastBeginning || words.has(typed)) return [];
  return [...words.keys()]
    .filter((word) => word.startsWith(typed))
    .map((word) => ({ word, weight: beginningLikeness(typed, word) }))
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostAlternatives);
}

function beginningLikeness(typed: string, word: string): number {
  return 0.55 + 0.2 * (typed.length / word.length);
}

/** The two known words that a typed one is made of, such as 'brake' and 'disc'; undefined for none. */
export function partsOfCompound(
  vocabulary: Vocabulary,
  typed: string,
): [string, string] | undefined {
  for (let at = 3; at <= typed.length - 3; at += 1) {
    const first = typed.slice(0, at);
    const second = knownForm(vocabulary, typed.slice(at));
    if (vocabulary.words.has(first) && second !== undefined) return [first, second];
  }
  return undefined;
}

function nearWords({ correctable, words }: Vocabulary, typed: string): Alternative[] {
  if (typed.length < 2 || /^\d+$/.test(typed)) return [];
  const forms = [...new Set([typed, singular(typed)])];
  const found: Alternative[] = [];
  for (const word of correctable) {
    const weight = Math.max(...forms.map((form) => likeness(form, word)));
    if (weight > 0) found.push({ word, weight: weight * (words.has(word) ? 1 : 0.98) });
  }
  found.sort((one, other) => other.weight - one.weight);
  const best = found[0]?.weight ?? 0;
  return found.filter(({ weight }) => weight >= best - 0.2).slice(0, mostAlternatives);
}

/** From 0 to 1: how likely somebody who typed the one meant the other. */
function likeness(typed: string, word: string): number {
  const most = mostEdits(typed);
  const looked = Math.max(most, 2);
  const apart = lettersApart(typed, word);
  const distance = apart > 2 * looked ? looked + 1 : editDistance(typed, word, looked);
  const isFirstSame = typed[0] === word[0] ? 0 : 0.12;
  // Exchanged letters are the commonest fault of all, also when they are not neighbours, as in 'break' for 'brake'.
  const isExchanged = apart === 0 && typed.length === word.length && hasSameLetters(typed, word);
  const edits = isExchanged ? distance - 1 : distance;
  if (edits <= most) return 0.95 - (edits * 0.8) / Math.max(4, typed.length) - isFirstSame;
  if (typed.length >= leastBeginning && word.startsWith(typed))
    return beginningLikeness(typed, word);
  // A German compound that begins or ends with a known word.
  if (word.length >= 6 && (typed.startsWith(word) || typed.endsWith(word)))
    return 0.5 + 0.2 * (word.length / typed.length);
  return 0;
}

/** How many different letters only one of them has: much faster than how many edits are between them, which are at least half as many. */
function lettersApart(one: string, other: string): number {
  let apart = lettersOf(one) ^ lettersOf(other);
  let count = 0;
  for (; apart !== 0; apart &= apart - 1) count += 1;
  return count;
}

/** A bit for each of 31 groups of letters. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) % 31);
  return letters;
}

function mostEdits(typed: string): number {
  if (typed.length <= 3) return 0;
  if (typed.length <= 5) return 1;
  return typed.length <= 9 ? 2 : 3;
}

function hasSameLetters(one: string, other: string): boolean {
  return [...one].toSorted().join('') === [...other].toSorted().join('');
}
