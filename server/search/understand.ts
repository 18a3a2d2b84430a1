import type { Understood } from '#contract/search.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { attributesWith, valuesIn, type TypedValue, type TypeValue } from './attribute-values.ts';
import { knownForm } from './correct-word.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { withEngine } from './engine-words.ts';
import { fold, keyOf, wordsOf } from './fold.ts';
import { findNames, type Names, type Vehicle } from './proper-names.ts';
import { rankTypes, type RankedType } from './rank-types.ts';
import { marked, partUnit, tokensOf, type Token } from './tokens.ts';
import { otherNamesIn } from './vehicle-wanted.ts';
import type { Vocabulary } from './vocabulary.ts';
import { fillers } from './word-lists.ts';

/** What a search was taken for. Nothing of it was looked up: whether there are such parts is for the database to say. */
export interface Reading {
  readonly typed: string;
  readonly types: readonly RankedType[];
  readonly category: { readonly id: string; readonly name: string } | null;
  readonly brand: string | null;
  readonly vehicle: Vehicle | null;
  /** The values of attributes; each with the attributes it may be one of, when any type was understood. */
  readonly values: readonly { readonly typed: TypedValue; readonly of: readonly TypeValue[] }[];
  /** Figures and values that nothing of what was understood can have. */
  readonly unused: readonly string[];
  /** The words that are neither fillers nor names nor values, corrected: what the part is called. */
  readonly words: string;
  /** Words that are in no name the shop knows: parts may have them in their texts. */
  readonly unknown: readonly string[];
  /** The words that name the vehicle, its year and its engine. */
  readonly vehicleWords: readonly string[];
  /** Words that count for nothing. */
  readonly fillers: readonly string[];
  readonly corrected: readonly { readonly typed: string; readonly as: string }[];
  /** The keys of all runs of words that could be a part number, longest first. */
  readonly numberKeys: readonly string[];
  /** What is most likely a part number, if one is meant that is not known by any of these keys: text and key. */
  readonly number: { readonly text: string; readonly key: string } | null;
}

interface Understanding {
  readonly isTyping?: boolean;
  /** What is known of vehicles; without it no engine is read, and no other name of a model. */
  readonly vehicles?: Pick<ShopVehicles, 'engines' | 'hasModel' | 'named' | 'otherNamesOf'>;
}

/**
 * Reads a search. Never throws, and takes a time that is bounded by the length of the text. While somebody `isTyping`, the last word may
 * be the beginning of one.
 */
export function understand(
  vocabulary: Vocabulary,
  q: string,
  { isTyping = false, vehicles }: Understanding = {},
): Reading {
  const { brand, corrected, ...names } = findNames(vocabulary, tokensOf(vocabulary, q));
  const { tokens, vehicle } = vehicles ? withFacts(names, vehicles) : names;
  const values = valuesIn(vocabulary, tokens);
  const used = tokens.map((token) => withFiller(vocabulary, token));
  const open = used.flatMap(({ text, use, isName }, at) => {
    const word = { text, value: valueAt(values, at), isName };
    return use === undefined ? [{ ...word, isTyping: isTyping && at === used.length - 1 }] : [];
  });
  const { types, named, unknown, corrected: spelled } = rankTypes(vocabulary, open);
  const category = vocabulary.categories.get(keyOf(open.map(({ text }) => text).join(''))) ?? null;
  const meant = values.map((typed) => ({
    typed,
    of: types.flatMap(({ type }) => attributesWith(type, typed)),
  }));
  return {
    typed: q,
    types,
    category,
    brand,
    vehicle,
    values: meant.filter(({ of }) => of.length > 0),
    unused: meant.flatMap(({ typed, of }) => (of.length > 0 ? [] : notNamed(typed, named))),
    words: open
      .filter(({ value }) => value === undefined)
      .map(({ text }) => spelled.find(({ typed }) => typed === text)?.as ?? text)
      .join(' '),
    unknown,
    vehicleWords: used.flatMap(({ text, use }) =>
      use === 'vehicle' || use === 'year' || use === 'engine' ? [text] : [],
    ),
    fillers: used.flatMap(({ text, use }, at) =>
      use === 'filler' && !valueAt(values, at) ? [text] : [],
    ),
    corrected: [...corrected, ...spelled],
    numberKeys: numberKeysOf(q),
    number: likelyNumber(vocabulary, q, withoutValues(used, meant)),
  };
}

function withFacts(
  names: Pick<Names, 'tokens' | 'vehicle'>,
  vehicles: NonNullable<Understanding['vehicles']>,
): Pick<Names, 'tokens' | 'vehicle'> {
  const { tokens, vehicle } = withEngine(
    { ...names, vehicle: meantBy(names.vehicle, vehicles) },
    vehicles.engines.bind(vehicles),
  );
  if (!vehicle) return { tokens, vehicle };
  return { tokens, vehicle: { ...vehicle, otherNames: otherNamesIn(vehicles, vehicle) } };
}

/** The vehicle that is meant by a name that an admin explained. A model that the shop knows is no guess. */
function meantBy(
  vehicle: Vehicle | null,
  vehicles: NonNullable<Understanding['vehicles']>,
): Vehicle | null {
  if (!vehicle || vehicle.model === null) return vehicle;
  const { isGuess, ...named } = { ...vehicle, ...vehicles.named(vehicle.make, vehicle.model) };
  return isGuess && !vehicles.hasModel(named.make, named.model) ? { ...named, isGuess } : named;
}

/** A filler word counts when it is part of what the shop sells, such as the 'in' of 'in-line': then it stands beside other words anyway. */
function withFiller(vocabulary: Vocabulary, token: Token): Token {
  const { text, use } = token;
  if (use !== undefined || !fillers.has(text) || vocabulary.choices.has(text)) return token;
  return { text, use: 'filler' };
}

/** The words of values that a type can have belong to no number; a figure alone may. */
function withoutValues(
  tokens: readonly Token[],
  meant: readonly { typed: TypedValue; of: readonly TypeValue[] }[],
): Token[] {
  const values = meant.filter(({ typed, of }) => typed.kind !== 'figure' && of.length > 0);
  return values.reduce(
    (so, { typed }) => marked(so, typed.at, typed.length, 'filler'),
    [...tokens],
  );
}

/** The words of a value that do not name the part either. */
function notNamed({ typed }: TypedValue, named: ReadonlySet<string>): string[] {
  const words = typed.split(' ').filter((word) => !named.has(word));
  return words.length === 0 ? [] : [words.join(' ')];
}

function valueAt(values: readonly TypedValue[], at: number): TypedValue | undefined {
  return values.find((one) => at >= one.at && at < one.at + one.length);
}

/** The most words of a number with blanks in it. */
const longestNumber = 6;
const shortestNumber = 3;
/** So many runs of words are looked up as numbers. */
const mostKeys = 40;

/** Pages name a part as 'name · number': each side of the dot may be a number by itself. */
function numberKeysOf(q: string): string[] {
  const keys = new Set(q.split('·').flatMap(keysOfRuns));
  return [...keys].toSorted((one, other) => other.length - one.length).slice(0, mostKeys);
}

function keysOfRuns(text: string): string[] {
  const pieces = text.trim().split(/\s+/).slice(0, 20).map(partNumberKey);
  const keys: string[] = [];
  for (let at = 0; at < pieces.length; at += 1)
    for (let length = 1; length <= longestNumber && at + length <= pieces.length; length += 1) {
      const key = pieces.slice(at, at + length).join('');
      const isWhole = length === pieces.length;
      if (/\d/.test(key) && key.length >= (isWhole ? shortestNumber : 5) && key.length <= 60)
        keys.push(key);
    }
  return keys;
}

/** The pieces of the text that are neither words the shop knows nor belong to a vehicle, a brand or a value with a unit. */
function likelyNumber(
  vocabulary: Vocabulary,
  q: string,
  tokens: readonly Token[],
): Reading['number'] {
  const used = new Set(tokens.filter(({ use }) => use !== undefined).map(({ text }) => text));
  const pieces = q.split(/\s+/).filter((piece) => {
    const words = wordsOf(piece).flatMap(partUnit);
    return words.some(
      (word) =>
        !used.has(word) &&
        !vocabulary.choices.has(keyOf(piece)) &&
        (/\d/.test(word) || knownForm(vocabulary, word) === undefined),
    );
  });
  const text = pieces.join(' ');
  const key = partNumberKey(text);
  return /\d/.test(key) && key.length >= shortestNumber && key.length <= 60 ? { text, key } : null;
}

/** What to tell people of it. */
export function understoodOf(
  reading: Reading,
  found: { number: string | null; ignored: readonly string[] },
): Understood {
  const { typed, types, vehicle, brand, category, corrected, values } = reading;
  const isNumber = found.number !== null;
  return {
    corrected: isNumber ? [] : [...corrected],
    readAs: isNumber ? typed : corrected.reduce(replaced, typed),
    vehicle,
    brand,
    category,
    types: isNumber ? [] : types.map(({ type }) => ({ id: type.id, name: type.name })),
    attributes: isNumber ? [] : values.flatMap((value) => shownValue(value, found.ignored)),
    number: found.number,
    ignored: [...new Set([...reading.fillers, ...found.ignored])],
  };
}

function shownValue(
  { typed, of }: Reading['values'][number],
  ignored: readonly string[],
): Understood['attributes'] {
  const [first] = of;
  if (!first || ignored.includes(typed.typed)) return [];
  const { type, key, label, unit } = first;
  // A thread is there with several pitches.
  const its = of.filter((one) => one.type === type && one.key === key).map(({ value }) => value);
  return [{ label, value: its.join(' or '), unit }];
}

/** The text with one word spelled otherwise wherever it stands; words are compared as the search does it. */
function replaced(text: string, { typed, as }: { typed: string; as: string }): string {
  return text.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) => (fold(word) === typed ? as : word));
}
