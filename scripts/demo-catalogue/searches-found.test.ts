import { afterAll, beforeAll, expect, test } from 'vitest';
import { partNumberKey } from '#contract/part-rules.ts';
import type { SearchAnswer } from '#contract/search.ts';
import { demoCatalogue, type DemoPart, type PartNumber } from '#server/db/demo/catalogue.ts';
import { partId } from '#server/db/demo/demo-rows.ts';
import { loadDemo } from '#server/db/demo/load-demo.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { readData } from './read-data.ts';

/** One of the 300 searches; `searches.test.ts` has their schema. */
interface Search {
  typed: string;
  kind: string;
  number?: { kind: PartNumber['kind'] | 'own'; spelling: string; word?: string };
  wants: {
    types: string[];
    brand?: string;
    vehicle?: { make: string; model?: string; year?: number };
    attribute?: { label: string; value: string | number };
    sameNumber?: true;
  };
}

const searches = JSON.parse(readData('searches.json')) as Search[];
const { parts } = demoCatalogue();
const byId = new Map(parts.map((part) => [partId(part), part]));
/** Key and unit of an attribute, by type and label. */
const attributes = new Map<string, { key: string; unit: string }>();
let shop: TestShop;

beforeAll(async () => {
  shop = await startShop();
  await loadDemo({
    db: shop.db,
    now: new Date('2026-03-02T09:00:00Z'),
    payByCard: async ({ orderId }) => ({ transactionId: `pi_${orderId}` }),
    createAccount: async ({ email }) => ({ issuer: 'test', subject: email }),
    log: { info: () => undefined },
  });
  const rows = await shop.db.selectFrom('part_type_attributes').selectAll().execute();
  for (const { type_id, label, ...one } of rows) attributes.set(`${type_id} ${label}`, one);
});

afterAll(() => shop.close());

/** How people write a number that stands somewhere else in another way. */
const spellings: Record<string, (number: string, word: string) => string> = {
  'as printed': (number) => number,
  'lower case': (number) => number.toLowerCase(),
  'without separators': (number) => partNumberKey(number),
  'with spaces for separators': (number) => number.replaceAll(/[^\p{L}\p{N}]+/gu, ' '),
  'with dots for separators': (number) => number.replaceAll(/[^\p{L}\p{N}]+/gu, '.'),
  'middle digits': middleDigits,
  'first half': (number) => number.slice(0, Math.ceil(number.length / 2)),
  'with a word before': (number, word) => `${word} ${number}`,
  // No competitor's number of the demo has a 0: of these a 1 is typed as an I.
  'with an O for a 0': (number) =>
    number.includes('0') ? number.replace('0', 'O') : number.replace('1', 'I'),
  'surrounded by blanks': (number) => `  ${number} `,
};

/** The longest run of digits; of a number that is nothing else the middle half. */
function middleDigits(number: string): string {
  const key = partNumberKey(number);
  const runs = key.match(/\d+/g) ?? [];
  const longest = runs.toSorted((one, other) => other.length - one.length)[0] ?? '';
  const quarter = Math.floor(key.length / 4);
  return longest === key ? key.slice(quarter, key.length - quarter) : longest;
}

/** Which numbers can be spelled so that it makes a difference. */
const needs: Record<string, RegExp> = {
  'with an O for a 0': /0/,
  'without separators': /[^\p{L}\p{N}]/u,
  'with spaces for separators': /[^\p{L}\p{N}\s]/u,
  'with dots for separators': /[^\p{L}\p{N}.]/u,
};

/** The numbers of a kind that a part has. */
function numbersOf(part: DemoPart, kind: string): string[] {
  if (kind === 'own') return [part.partNumber];
  return part.numbers.filter((one) => one.kind === kind).map(({ number }) => number);
}

/** What is typed, and whether a part is a right answer. */
function asked(search: Search): { q: string; isRight: (part: DemoPart) => boolean } {
  const { number, wants } = search;
  if (!number) return { q: search.typed, isRight: (part) => isWanted(part, wants) };
  const pattern = needs[number.spelling] ?? /./;
  // If no part of the type has a number that can be spelled so, another part has.
  const ofType = parts.filter((part) => wants.types.includes(part.partTypeId));
  const numbers = [...ofType, ...parts].flatMap((part) => numbersOf(part, number.kind));
  const chosen =
    numbers.find((one) => pattern.test(one)) ?? numbers.find((one) => one.includes('1'));
  if (chosen === undefined) throw new Error(`No number for ${JSON.stringify(search)}.`);
  const spell = spellings[number.spelling];
  if (!spell) throw new Error(`Nobody spells numbers ${number.spelling}.`);
  const key = partNumberKey(chosen);
  return {
    q: spell(chosen, number.word ?? 'part'),
    isRight: (part) =>
      [part.partNumber, ...part.numbers.map((one) => one.number)].some(
        (one) => partNumberKey(one) === key,
      ),
  };
}

function isWanted(part: DemoPart, { types, brand, vehicle, attribute }: Search['wants']): boolean {
  if (!types.includes(part.partTypeId)) return false;
  if (brand !== undefined && part.brand !== brand) return false;
  if (vehicle !== undefined && !fitsVehicle(part, vehicle)) return false;
  if (attribute === undefined) return true;
  const { key = '', unit = '' } = attributes.get(`${part.partTypeId} ${attribute.label}`) ?? {};
  const value = String(part.attributes[key]);
  return [value, `${value} ${unit}`].includes(String(attribute.value));
}

/** Universal parts fit every vehicle. */
function fitsVehicle(
  { fitments }: DemoPart,
  { make, model, year }: NonNullable<Search['wants']['vehicle']>,
): boolean {
  return (
    fitments.length === 0 ||
    fitments.some(
      (one) =>
        one.make === make &&
        (model === undefined || one.model === model) &&
        (year === undefined || (one.yearFrom <= year && one.yearTo >= year)),
    )
  );
}

interface Judged {
  readonly kind: string;
  readonly q: string;
  /** 1 for first; 0 for not among the first five. */
  readonly place: number;
  /** Whether the demo has no right part. */
  readonly isEmpty: boolean;
  /** What was found first. */
  readonly got: string;
}

/**
 * Searches for a vehicle or a value that no part of the demo has: the shop must say that it has none, and offer parts of the kind
 * that was wanted. Anything among the found parts would be a part that does not fit.
 */
function isForNothing(search: Search): boolean {
  const { isRight } = asked(search);
  return !parts.some(isRight);
}

async function judge(search: Search): Promise<Judged> {
  const { q, isRight } = asked(search);
  const query = new URLSearchParams({ q, limit: '5' }).toString();
  const { status, body } = await shop.request('GET', `/api/search?${query}`);
  expect(status, q).toBe(200);
  const answer = body as SearchAnswer;
  const isEmpty = isForNothing(search);
  const shown = isEmpty && answer.rows.length === 0 ? (answer.nothing?.near ?? []) : answer.rows;
  const found = shown.flatMap(({ _id }) => byId.get(_id) ?? []);
  expect(found).toHaveLength(shown.length);
  const isOfKind = (part: DemoPart) => search.wants.types.includes(part.partTypeId);
  const place =
    isEmpty && answer.rows.length > 0 ? 0 : found.findIndex(isEmpty ? isOfKind : isRight) + 1;
  return { kind: search.kind, q, place, isEmpty, got: found[0]?.name ?? 'nothing' };
}

/** What is not found, and why. */
const knownMisses = [
  // No name of any pump says common rail.
  'common rail pump',
  // The generation of a model is passed over: these fit a Wrangler, whichever.
  'wrangler jk ball joints',
  // The shop knows no Lancer and no 'jag', and passes over words that are in no name.
  'lancer evo 2010 cv joint',
  'jag xj12 distributor cap',
];

test(
  'of 300 searches 95 % find a right part among the first five, and 80 % first',
  { timeout: 120_000 },
  async () => {
    const judged: Judged[] = [];
    for (const search of searches) judged.push(await judge(search));
    const share = (some: readonly Judged[], isGood: (place: number) => boolean) =>
      some.filter(({ place }) => isGood(place)).length / some.length;
    const answerable = judged.filter(({ isEmpty }) => !isEmpty);
    for (const some of [judged, answerable]) {
      expect(share(some, (place) => place > 0)).toBeGreaterThanOrEqual(0.95);
      expect(share(some, (place) => place === 1)).toBeGreaterThanOrEqual(0.8);
    }
    expect(judged.filter(({ place }) => place === 0).map(({ q }) => q)).toEqual(knownMisses);
  },
);
