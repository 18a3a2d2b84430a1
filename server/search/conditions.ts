import { sql, type RawBuilder } from 'kysely';
import { readEngine } from '#contract/engine-rules.ts';
import { enginesThatAgree } from '#server/vehicles/engines-that-agree.ts';
import {
  all,
  any,
  matches,
  matching,
  oneWord,
  ownWords,
  textWords,
  type Condition,
} from './own-words.ts';
import type { Vehicle } from './proper-names.ts';
import type { KindShelves } from './shelf.ts';
import type { Reading } from './understand.ts';
import { fits, namesNone, namesOf, wordsLeaveOpen, type WantedVehicle } from './vehicle-wanted.ts';
import { boundByWords } from './wanted.ts';

/** How strictly a search is taken: what it leaves out was not found. */
export interface Attempt {
  /** A condition on `parts` that indexes answer. */
  readonly source: RawBuilder<unknown>;
  readonly filters: readonly RawBuilder<boolean>[];
  /** Words that this attempt leaves out. */
  readonly ignored: readonly string[];
  /** Where all of them stand, if a kind is all that is asked. */
  readonly shelves?: KindShelves | undefined;
  /** Where all of them stand, to count them: of kinds that are not sure the others would never be among the first. */
  readonly countedOn?: KindShelves | undefined;
}

/** Below this score other parts may be meant than those of the types, so texts count, too. */
const sureScore = 0.55;

/** Figures that are tried one by one: each is a statement. */
const mostAlone = 3;

/** The ways to take a search, strictest first. Empty when it has no word that counts. */
export function attemptsFor(reading: Reading): Attempt[] {
  const { vehicle, brand, values, unknown, unused } = reading;
  const filters = vehicle && wordsLeaveOpen(asWanted(vehicle)) ? [fitsOrNamesNone(vehicle)] : [];
  // A figure by itself may be anything; a value that the part must have is not left out.
  const [figures, sure] = [
    values.filter(({ typed }) => typed.kind === 'figure'),
    values.filter(({ typed }) => typed.kind !== 'figure'),
  ];
  const fixed = [
    ...sure.map(({ of }) => valueCondition(of)),
    ...(brand === null ? [] : [oneWord(ownWords.brand(brand))]),
    ...(vehicle === null ? [] : [vehicleCondition(vehicle)]),
  ];
  const subject = subjectOf(reading);
  const texts = unknown.map((word) => ({ words: [word], condition: textWords(word) }));
  // Figures of which nothing is known may be in a name, as in 'Synth 8100'.
  const loose = unused.map((words) => ({ words: [words], condition: textWords(words) }));
  const wishes = figures.map(({ typed, of }) => ({
    words: [typed.typed],
    condition: valueCondition(of),
  }));
  // Without a subject the unknown words are all there is, and none of them can be left out.
  const droppable = subject === undefined ? [] : texts;
  const core = [...fixed, ...(subject === undefined ? texts.map((one) => one.condition) : [])];
  const sets = [
    [...wishes, ...droppable, ...loose],
    [...wishes, ...droppable],
    wishes,
    ...(wishes.length > 1 ? wishes.slice(0, mostAlone).map((wish) => [wish]) : []),
    [],
  ];
  const attempts = sets.map((set) => ({
    conditions: [...core, ...set.map((one) => one.condition)],
    filters,
    ignored: [...loose, ...wishes, ...droppable]
      .filter((one) => !set.includes(one))
      .flatMap(({ words }) => words),
  }));
  const seen = new Set<string>();
  return attempts.flatMap(({ conditions, ...rest }) => {
    const key = rest.ignored.join('\n');
    if ((!subject && conditions.length === 0) || seen.has(key)) return [];
    seen.add(key);
    const { shelves, countedOn = shelves } = (conditions.length === 0 && subject) || {};
    return [
      {
        ...rest,
        source: matching(all(subject ? [subject.of, ...conditions] : conditions)),
        shelves,
        countedOn,
      },
    ];
  });
}

/** Whether nothing of a search was understood, so that texts are all there is to look for. */
export function hasUnknownOnly(reading: Reading): boolean {
  const { types, category, brand, vehicle, values, unknown } = reading;
  const understood = [...types, ...values, category, brand, vehicle];
  return unknown.length > 0 && understood.every((one) => one === null);
}

/** A condition on parts, if a search is of these texts alone: read by no index, and taken apart once for all rows. */
export function onlyTexts(
  reading: Reading,
  texts: readonly string[],
): RawBuilder<boolean> | undefined {
  const { unknown } = reading;
  if (!hasUnknownOnly(reading) || !unknown.every((word) => texts.includes(word))) return undefined;
  return matches(sql`(select ${all(unknown.map(textWords))})`);
}

function ofOtherTypes(kinds: readonly string[], condition: Condition): RawBuilder<unknown> {
  return sql`(type_id is null or type_id <> all (${kinds}::text[])) and ${matches(condition)}`;
}

/** What kind of part is looked for. */
interface Subject {
  readonly of: Condition;
  /** Where parts of this kind stand, unless words of their texts count, too. */
  readonly shelves?: KindShelves | undefined;
  readonly countedOn?: KindShelves | undefined;
}

/** What kind of part it is: its type, and for parts without a type the words of it; undefined when nothing says so. */
function subjectOf({ types, category, words }: Reading): Subject | undefined {
  if (category) {
    const { id } = category;
    const shelves = { column: 'category_id', kinds: [{ id, category: id }] } as const;
    return { of: oneWord(ownWords.category(id)), shelves };
  }
  if (types.length === 0) return undefined;
  const kinds = types.map(({ type }) => type.id);
  const of = any(kinds.map((id) => oneWord(ownWords.type(id))));
  const shelves = { column: 'type_id', kinds: types.map(({ type }) => type) } as const;
  if (words === '') return { of, shelves };
  const isSure = (types[0]?.score ?? 0) >= sureScore;
  const untyped = textWords(words);
  if (!isSure) {
    const either = any([of, untyped]);
    return { of: either, countedOn: { ...shelves, others: ofOtherTypes(kinds, untyped) } };
  }
  const ofNoType = all([oneWord(ownWords.noType), untyped]);
  const either = any([of, ofNoType]);
  return { of: either, shelves: { ...shelves, others: matches(ofNoType) } };
}

function valueCondition(of: Reading['values'][number]['of']): Condition {
  return any(of.map(({ key, value }) => oneWord(ownWords.attribute(key, value))));
}

/** Parts that fit the vehicle, those that fit any, and those that name none in their lists but in their texts. */
function vehicleCondition(vehicle: Vehicle): Condition {
  const { make } = vehicle;
  const inTexts = namesOf(vehicle).map((name) => textWords(name ?? make));
  return any([
    boundByWords(vehicle),
    oneWord(ownWords.anyVehicle),
    all([oneWord(ownWords.noVehicle), any(inTexts)]),
  ]);
}

function isFor(vehicle: Vehicle): RawBuilder<boolean> {
  return fits(asWanted(vehicle));
}

function asWanted({ engine, ...vehicle }: Vehicle): WantedVehicle {
  const its = engine === null ? undefined : readEngine(engine);
  return { ...vehicle, engine: its && enginesThatAgree(its) };
}

/** Of the year and with the engine, too; parts that name no vehicle stay. */
function fitsOrNamesNone(vehicle: Vehicle): RawBuilder<boolean> {
  return sql`(${isFor(vehicle)} or ${namesNone})`;
}

/** How well a part agrees: the likeliest type first, and of the same type those that are bound to the vehicle, and those that are still made. */
export function scoreFor({ types, vehicle, words }: Reading): RawBuilder<unknown> {
  const ids = types.map(({ type }) => type.id);
  const scores = types.map(({ score }) => Math.round(score * 100) / 100);
  const ofType =
    types.length === 0
      ? sql`0`
      : sql`coalesce((${scores}::float8[])[array_position(${ids}::text[], type_id)], 0)`;
  const ofText =
    types.length > 0 || words === ''
      ? sql`0`
      : sql`ts_rank(search, plainto_tsquery('english', ${words})) + case when to_tsvector('english', name) @@ plainto_tsquery('english', ${words}) then 1 else 0 end`;
  const ofVehicle = vehicle === null ? sql`0` : sql`case when ${isFor(vehicle)} then 1 else 0 end`;
  return sql`${ofType} + ${ofText} + ${ofVehicle} - case when replaced_by is null then 0 else 0.02 end`;
}
