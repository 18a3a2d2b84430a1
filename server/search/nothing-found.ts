import type { NothingFound, SearchQuery } from '#contract/search.ts';
import type { Database } from '#server/shop.ts';
import { counted } from './facets.ts';
import { countEachText } from './count-each-text.ts';
import { findOfSameKind, findParts, type PartsFound } from './find-parts.ts';
import { wordsOf } from './fold.ts';
import { matchOf, showFound } from './show-found.ts';
import type { Reading } from './understand.ts';

/** Words that are tried to be left out, one after the other. */
const mostLeftOut = 6;
/** Ways on that are offered. */
const mostWithout = 3;
/** Parts of a way on are counted to here: it is one of several, and nobody has chosen it yet. */
const mostOfWay = 100;
const mostNumbers = 5;
const mostNear = 4;

/** Ways on for a search that found nothing: a few bounded statements. */
export async function nothingFound(
  db: Database,
  query: SearchQuery,
  { reading, nearNumbers }: Pick<PartsFound, 'reading' | 'nearNumbers'>,
): Promise<NothingFound> {
  const numbers = await nearNumbers();
  const ways = withoutEach(query, reading);
  const texts = ways.map(({ q }) => q);
  const [counts, same] = await Promise.all([
    countEachText(db, texts, mostOfWay + 1),
    reading ? findOfSameKind(db, reading, mostNear) : [],
  ]);
  const without = ways
    .map((way, at) => ({ ...way, found: counted(counts[at] ?? 0, mostOfWay) }))
    .filter(({ found }) => found.count > 0)
    .slice(0, mostWithout);
  const nearest = numbers?.rows.slice(0, mostNumbers) ?? [];
  return {
    without,
    numbers: nearest.map((row) => ({
      ...matchOf(row),
      part: { _id: row.partId, name: row.name },
    })),
    near: same.length > 0 ? showFound(same, undefined) : await partsOfWay(db, without[0]?.q),
    areNewest: same.length + without.length === 0,
  };
}

/** Parts of a way on, without one the newest of the shop. */
async function partsOfWay(db: Database, q = ''): Promise<NothingFound['near']> {
  const { rows, numbers } = await findParts(db, { q, limit: mostNear }, { counts: [] });
  return showFound(rows, numbers);
}

/** The text without the vehicle and without each of its words, and, when filters narrow it, without all of these. */
function withoutEach(
  { q = '', ...filters }: SearchQuery,
  reading: Reading | undefined,
): { leftOut: string; q: string }[] {
  const words = q.trim().split(/\s+/).filter(Boolean);
  const narrowing = [
    'category',
    'type',
    'brand',
    'make',
    'priceFrom',
    'priceTo',
    'stock',
    'a',
  ] as const;
  const isNarrowed = narrowing.some((name) => filters[name] !== undefined && filters[name] !== '');
  const whole = isNarrowed && words.length > 0 ? [{ leftOut: '', q: words.join(' ') }] : [];
  const ofVehicle = new Set(reading?.vehicleWords);
  const isOfVehicle = (word: string) => wordsOf(word).every((one) => ofVehicle.has(one));
  const vehicle = words.filter(isOfVehicle);
  const withoutVehicle = {
    leftOut: vehicle.join(' '),
    q: words.filter((word) => !isOfVehicle(word)).join(' '),
  };
  const each = words.slice(0, mostLeftOut).map((leftOut, at) => ({
    leftOut,
    q: words.filter((_, index) => index !== at).join(' '),
  }));
  const ways = [...(vehicle.length > 1 ? [withoutVehicle] : []), ...each];
  return [...whole, ...ways.filter((way) => way.q !== '')];
}
