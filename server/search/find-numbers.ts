import type { RawBuilder } from 'kysely';
import type { Database } from '#server/shop.ts';
import { near, withKeys, type KeyRow, type NumberRow } from './numbers-store.ts';
import type { Reading } from './understand.ts';

/** Parts by one of their numbers, the likeliest first. */
export interface FoundNumbers {
  /** The number as it was typed. */
  readonly number: string;
  /** One for each part. */
  readonly rows: readonly NumberRow[];
}

/** A number has at least this many characters when the search says something else, too. */
const leastBesideWords = 5;

/** How to look for a number. */
interface NumbersAsked {
  /** Whether the search means one; else its words may be one by chance. */
  readonly isMeant: boolean;
  readonly query: RawBuilder<KeyRow>;
}

/** Looks for a part number in the search: exactly one of the shop's, the beginning of one, or a part of one. Undefined for none. */
export async function findNumbers(
  db: Database,
  reading: Reading,
): Promise<FoundNumbers | undefined> {
  const asked = numbersAsked(reading);
  return asked && numbersIn(reading, (await asked.query.execute(db)).rows);
}

/** Undefined for a search without anything that could be one. */
export function numbersAsked(reading: Reading): NumbersAsked | undefined {
  const { number, numberKeys } = reading;
  const isMeant = number !== null && !(saysMore(reading) && number.key.length < leastBesideWords);
  if (numberKeys.length === 0 && !isMeant) return undefined;
  return { isMeant, query: withKeys(numberKeys, isMeant ? number.key : undefined) };
}

/** The numbers of the search among what was found for it. */
export function numbersIn(reading: Reading, rows: readonly KeyRow[]): FoundNumbers | undefined {
  if (rows.length === 0) return undefined;
  if (!rows[0]?.isWhole)
    return { number: reading.number?.text ?? '', rows: onePerPart(reading, rows) };
  const longest = Math.max(...rows.map(({ key }) => key.length));
  const its = rows.filter(({ key }) => key.length === longest);
  return { number: its[0]?.number ?? '', rows: onePerPart(reading, its) };
}

/** Numbers that are nearly the typed one: a slip of a finger, an O for a 0 among other faults. */
export async function findNearNumbers(
  db: Database,
  reading: Reading,
): Promise<FoundNumbers | undefined> {
  const { number } = reading;
  if (number === null) return undefined;
  const rows = (await near(db, [number.key])).get(number.key) ?? [];
  return rows.length > 0 ? { number: number.text, rows: onePerPart(reading, rows) } : undefined;
}

/** Whether nothing but one part number is searched for: letters and at least four figures in one piece. */
export function isNumberAlone(reading: Reading): boolean {
  const text = reading.typed.trim();
  return (
    reading.number?.text === text &&
    /^[a-z]+[^a-z\s]*\d[^\s]*$/i.test(text) &&
    text.replaceAll(/\D/g, '').length >= 4 &&
    !saysMore(reading)
  );
}

/** Below this score a type is a guess. */
const sureScore = 0.55;

function saysMore({ types, brand, vehicle, category }: Reading): boolean {
  return (
    (types[0]?.score ?? 0) >= sureScore || brand !== null || vehicle !== null || category !== null
  );
}

const kinds = ['own', 'oe', 'superseded', 'competitor', 'barcode'];

/** Each part once, by its best number; parts of a type that is named beside the number come first. */
function onePerPart({ types }: Reading, rows: readonly NumberRow[]): NumberRow[] {
  const ids = new Set(types.map(({ type }) => type.id));
  const place = (row: NumberRow) =>
    (ids.has(row.typeId ?? '') ? 0 : 100) + row.key.length / 100 + kinds.indexOf(row.kind);
  const sorted = rows.toSorted((one, other) => place(one) - place(other));
  return [...new Map(sorted.toReversed().map((row) => [row.partId, row])).values()].toReversed();
}
