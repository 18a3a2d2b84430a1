import { editDistance } from './edit-distance.ts';
import { germanForms, singular, withoutUmlauts } from './fold.ts';
import type { Alternative, Vocabulary } from './vocabulary.ts';

/** Corrections that are remembered: more than all words that people type wrongly in a day. */
const mostRemembered = 5_000;
const mostAlternatives = 5;
/** Shorter words begin too many others to stand for one of them. */
const leastBeginning = 4;

/** Whether words are taken as they are typed: nothing that could be meant instead is known. */
export function isAsTyped({ correctable }: Vocabulary): boolean {
  return correctable.length === 0;
}

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
export function begunWith(
  { correctable, words }: Vocabulary,
  typed: string,
): readonly Alternative[] {
  if (typed.length < 2 || typed.length >= leastBeginning || words.has(typed)) return [];
  return correctable
    .filter((word) => word.startsWith(typed) && words.has(word))
    .map((word) => ({ word, weight: beginningLikeness(typed, word) }))
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostAlternatives);
}

function beginningLikeness(typed: string, word: string): number {
  return 0.55 + 0.2 * (typed.length / word.length);
}

/** The two known words that a typed one is made of, such as 'brake' and 'disc'; undefined for none, and where it is taken as it is typed. */
export function partsOfCompound(
  vocabulary: Vocabulary,
  typed: string,
): [string, string] | undefined {
  if (isAsTyped(vocabulary)) return undefined;
  for (let at = 3; at <= typed.length - 3; at += 1) {
    const first = typed.slice(0, at);
    const second = knownForm(vocabulary, typed.slice(at));
    if (vocabulary.words.has(first) && second !== undefined) return [first, second];
  }
  return undefined;
}

function nearWords({ correctable, words }: Vocabulary, typed: string): Alternative[] {
  if (typed.length < 2 || /^\d+$/.test(typed)) return [];
  const best = new Map<string, number>();
  for (const form of new Set([typed, singular(typed)]))
    for (const at of ableToBe(correctable, form)) {
      const word = correctable[at] ?? '';
      const weight = likeness(form, word);
      if (weight > (best.get(word) ?? 0)) best.set(word, weight);
    }
  const found = [...best].map(([word, weight]) => ({
    word,
    weight: weight * (words.has(word) ? 1 : 0.98),
  }));
  found.sort((one, other) => other.weight - one.weight);
  const most = found[0]?.weight ?? 0;
  return found.filter(({ weight }) => weight >= most - 0.2).slice(0, mostAlternatives);
}

/** From 0 to 1: how likely somebody who typed the one meant the other. */
function likeness(typed: string, word: string): number {
  const most = mostEdits(typed);
  const looked = Math.max(most, 2);
  const apart = bits(lettersOf(typed) ^ lettersOf(word));
  // There are at least half as many edits between them, which take much longer to count.
  if (apart > 2 * looked) return pieceLikeness(typed, word);
  const distance = editDistance(typed, word, looked);
  const isFirstSame = typed[0] === word[0] ? 0 : 0.12;
  // Exchanged letters are the commonest fault of all, also when they are not neighbours, as in 'break' for 'brake'.
  const isExchanged = apart === 0 && typed.length === word.length && hasSameLetters(typed, word);
  const edits = isExchanged ? distance - 1 : distance;
  if (edits <= most) return 0.95 - (edits * 0.8) / Math.max(4, typed.length) - isFirstSame;
  return pieceLikeness(typed, word);
}

function begunOrEnded(word: string, typed: string): boolean {
  return word.startsWith(typed) || typed.startsWith(word) || typed.endsWith(word);
}

/** Of words of which one is a piece of the other. */
function pieceLikeness(typed: string, word: string): number {
  if (typed.length >= leastBeginning && word.startsWith(typed))
    return beginningLikeness(typed, word);
  // A German compound that begins or ends with a known word.
  if (word.length >= 6 && (typed.startsWith(word) || typed.endsWith(word)))
    return 0.5 + 0.2 * (word.length / typed.length);
  return 0;
}

/** What can be compared without reading a word: its length, its letters, the first and the last one. */
interface Sketches {
  readonly lengths: Uint8Array;
  readonly letters: Int32Array;
  readonly first: Uint16Array;
  readonly last: Uint16Array;
}

const known = new WeakMap<readonly string[], Sketches>();

/** Made once of the words: a large shop has 60,000 of them. */
function sketchesOf(words: readonly string[]): Sketches {
  const sketches = known.get(words) ?? {
    lengths: Uint8Array.from(words, ({ length }) => Math.min(length, 255)),
    letters: Int32Array.from(words, lettersOf),
    first: Uint16Array.from(words, (word) => word.charCodeAt(0)),
    last: Uint16Array.from(words, (word) => word.charCodeAt(word.length - 1)),
  };
  known.set(words, sketches);
  return sketches;
}

/** The places of the words that `likeness` may find like the typed one. */
function ableToBe(words: readonly string[], typed: string): number[] {
  const { lengths, letters, first, last } = sketchesOf(words);
  const its = lettersOf(typed);
  const [begin, end] = [typed.charCodeAt(0), typed.charCodeAt(typed.length - 1)];
  const looked = Math.max(mostEdits(typed), 2);
  const found: number[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const longer = (lengths[at] ?? 0) - typed.length;
    const isNear = Math.abs(longer) <= looked && bits(its ^ (letters[at] ?? 0)) <= 2 * looked;
    const isPiece = first[at] === begin || (longer < 0 && last[at] === end);
    if (isNear || (isPiece && begunOrEnded(words[at] ?? '', typed))) found.push(at);
  }
  return found;
}

/** A bit for each of 31 groups of letters. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) % 31);
  return letters;
}

function bits(letters: number): number {
  const pairs = letters - ((letters >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

function mostEdits(typed: string): number {
  if (typed.length <= 3) return 0;
  if (typed.length <= 5) return 1;
  return typed.length <= 9 ? 2 : 3;
}

function hasSameLetters(one: string, other: string): boolean {
  return [...one].toSorted().join('') === [...other].toSorted().join('');
}
