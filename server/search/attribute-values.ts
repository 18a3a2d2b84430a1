import { keyOf } from './fold.ts';
import type { Token } from './tokens.ts';
import { runsOf } from './tokens.ts';
import type { LexiconType } from './lexicon.ts';
import type { Vocabulary } from './vocabulary.ts';
import { attributeWords, counted, units } from './word-lists.ts';

/** A value that somebody typed; of several readings each type that has one takes its own. */
export interface TypedValue {
  /** The words it stands in. */
  readonly at: number;
  readonly length: number;
  readonly typed: string;
  readonly kind: 'choice' | 'number' | 'figure';
  /** For choices their key, for numbers the number. */
  readonly value: string;
  /** As `units` has it, or what is counted; empty for a figure by itself. */
  readonly unit: string;
}

/** An attribute of a type that has a typed value. */
export interface TypeValue {
  readonly type: LexiconType;
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly value: string;
}

/** All values of attributes among the words. */
export function valuesIn(vocabulary: Vocabulary, tokens: readonly Token[]): TypedValue[] {
  const found: TypedValue[] = [];
  const isTaken = (at: number, length: number) =>
    found.some((one) => at < one.at + one.length && one.at < at + length);
  for (const { key, at, length } of runsOf(tokens, 4)) {
    const value = choiceKey(vocabulary, key);
    if (value === undefined || isTaken(at, length)) continue;
    found.push({ at, length, typed: typedOf(tokens, at, length), kind: 'choice', value, unit: '' });
  }
  tokens.forEach(({ text, use }, at) => {
    if (use !== undefined || isTaken(at, 1) || !/^\d+(?:[.,]\d+)?$/.test(text)) return;
    const after = tokens[at + 1];
    const name = after?.use === undefined && !isTaken(at + 1, 1) ? after?.text : undefined;
    const unit =
      name === undefined ? undefined : (units.get(name) ?? (counted.has(name) ? name : undefined));
    const length = unit === undefined ? 1 : 2;
    const kind = unit === undefined ? 'figure' : 'number';
    const value = text.replace(',', '.');
    found.push({ at, length, typed: typedOf(tokens, at, length), kind, value, unit: unit ?? '' });
  });
  return found.toSorted((one, other) => one.at - other.at);
}

function typedOf(tokens: readonly Token[], at: number, length: number): string {
  const run = tokens.slice(at, at + length);
  return run.map(({ text }) => text).join(' ');
}

/** The key of the choice that is written so, or of the threads of that width; undefined for none. */
export function choiceKey({ choices }: Vocabulary, key: string): string | undefined {
  if (choices.has(key)) return key;
  // 'm14 x 1.5' as `keyOf` writes it.
  const thread = /^m\d+x[\d.,]+$/.test(key) ? keyOf(key) : '';
  if (choices.has(thread)) return thread;
  if (isThread(key) && [...choices.keys()].some((one) => one.startsWith(`${key}x`))) return key;
  const value = attributeWords.get(key);
  return value !== undefined && choices.has(keyOf(value)) ? keyOf(value) : undefined;
}

/** The width of a thread, such as 'm14' of 'M14x1.25'. */
function isThread(key: string): boolean {
  return /^m\d{1,2}$/.test(key);
}

/** What was found already of a typed value, which is compared with many names of each type. */
const known = new WeakMap<TypedValue, Map<LexiconType, readonly TypeValue[]>>();

/** The attributes of a type that this value can be one of. */
export function attributesWith(type: LexiconType, typed: TypedValue): readonly TypeValue[] {
  const ofTypes = known.get(typed) ?? new Map<LexiconType, readonly TypeValue[]>();
  known.set(typed, ofTypes);
  const found = ofTypes.get(type) ?? findAttributes(type, typed);
  ofTypes.set(type, found);
  return found;
}

function findAttributes(type: LexiconType, { kind, value, unit }: TypedValue): TypeValue[] {
  const found = comparedOf(type).flatMap(
    ({ attribute, label, choices, unit: own }): TypeValue[] => {
      const its = { type, key: attribute.key, label: attribute.label, unit: attribute.unit };
      if (choices !== null) {
        const isNamed = kind === 'choice' && label === value;
        return choices
          .filter((one) =>
            isNamed ? one.choice === 'Yes' : isChoice(one.key, { value, unit, kind }),
          )
          .map(({ choice }) => ({ ...its, value: choice }));
      }
      if (kind === 'choice') return [];
      const number = inUnit(Number(value), unit, own);
      return number === undefined ? [] : [{ ...its, value: String(number) }];
    },
  );
  const counting = found.filter(({ label }) => isCounted(label, unit));
  return counting.length > 0 ? counting : found;
}

/** An attribute with the keys of its names, by which typed ones are compared. */
interface ComparedAttribute {
  readonly attribute: LexiconType['attributes'][number];
  readonly label: string;
  readonly unit: string;
  readonly choices: readonly { readonly choice: string; readonly key: string }[] | null;
}

const compared = new WeakMap<LexiconType, readonly ComparedAttribute[]>();

/** Made once of each type: a value is looked for in all of them. */
function comparedOf(type: LexiconType): readonly ComparedAttribute[] {
  const its =
    compared.get(type) ??
    type.attributes.map((attribute) => ({
      attribute,
      label: keyOf(attribute.label),
      unit: unitKey(attribute.unit),
      choices: attribute.choices?.map((choice) => ({ choice, key: keyOf(choice) })) ?? null,
    }));
  compared.set(type, its);
  return its;
}

function isChoice(
  key: string,
  { value, unit, kind }: Pick<TypedValue, 'value' | 'unit' | 'kind'>,
): boolean {
  // '12 V' may be a choice, and '4' of pins too.
  if (key === value || (kind === 'number' && key === value + unit)) return true;
  return kind === 'choice' && isThread(value) && key.startsWith(`${value}x`);
}

/** The unit of an attribute as `units` has it. */
function unitKey(unit: string): string {
  const name = unit === '%' ? 'percent' : keyOf(unit.replace(/\(.*\)/, ''));
  return units.get(name) ?? name;
}

/** A figure without a unit is in whatever unit the attribute has. */
function inUnit(value: number, typed: string, wanted: string): number | undefined {
  if (typed === '' || typed === wanted) return value;
  if (typed === 'cm' && wanted === 'mm') return value * 10;
  if (typed === 'ml' && wanted === 'l') return value / 1000;
  if (typed === 'kg' && wanted === 'g') return value * 1000;
  return undefined;
}

const countedAs = new Map([
  ['pk', 'rib'],
  ['polig', 'pin'],
  ['pole', 'pin'],
  ['tooth', 'teeth'],
]);

function isCounted(label: string, unit: string): boolean {
  if (!counted.has(unit)) return false;
  const stem = countedAs.get(unit) ?? unit.replace(/s$/, '');
  return keyOf(label).includes(stem);
}
