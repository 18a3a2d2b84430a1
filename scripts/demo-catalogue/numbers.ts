import { partNumberKey } from '#contract/part-rules.ts';
import type { DemoPart, PartNumber } from '#server/db/demo/catalogue.ts';
import { at, type Random, seededRandom } from '#server/db/demo/random.ts';
import type { DraftPart } from './draft-part.ts';
import { fillPattern } from './part-number.ts';
import { brands, type PartType } from './part-types.ts';
import { readData } from './read-data.ts';

/** How vehicle makers and (invented) competitors write their numbers. */
const styles = JSON.parse(readData('number-styles.json')) as {
  oe: { makes: string[]; patterns: string[] }[];
  competitors: { maker: string; pattern: string }[];
};

/** The numbers that are given, as keys, and those of competitors that another part of the type may have too. */
export class GivenNumbers {
  readonly #keys: Set<string>;
  readonly #shareable = new Map<string, string[]>();
  readonly #originals = new Map<string, PartNumber[]>();

  constructor(partNumbers: readonly string[]) {
    this.#keys = new Set(partNumbers.map(partNumberKey));
  }

  /** Draws until the number is new. */
  draw(next: () => string): string {
    let number = next();
    while (this.#keys.has(partNumberKey(number))) number = next();
    this.#keys.add(partNumberKey(number));
    return number;
  }

  /** The numbers of the original that a part stands for; of two parts that stand for the same one, the first draws them. */
  ofOriginal(original: string, draw: () => PartNumber[]): PartNumber[] {
    const known = this.#originals.get(original) ?? draw();
    this.#originals.set(original, known);
    return known;
  }

  /** The competitor's numbers at parts of this type, to read and to add to. */
  ofCompetitor(maker: string, type: PartType): string[] {
    const key = `${maker} ${type.id}`;
    const known = this.#shareable.get(key) ?? [];
    this.#shareable.set(key, known);
    return known;
  }
}

function oePatterns(make: string): string[] {
  const style = styles.oe.find(({ makes }) => makes.includes(make));
  if (!style) throw new Error(`The demo data has no style of numbers for ${make}.`);
  return style.patterns;
}

/** One to three, of the makes it fits. */
function oeNumbers({ fitments, drawnAs }: DraftPart, given: GivenNumbers): PartNumber[] {
  const makes = [...new Set(fitments.map(({ make }) => make))];
  if (makes.length === 0) return [];
  const random = seededRandom(`oe:${drawnAs}`);
  const count = random.pick([1, 1, 2, 2, 3]);
  return Array.from({ length: count }, (_, place) => {
    const maker = at(makes, place % makes.length);
    const number = given.draw(() => fillPattern(random.pick(oePatterns(maker)), random));
    return { kind: 'oe', number, maker };
  });
}

/** Up to three, of different makers; some stand at an earlier part of the type as well. */
function competitorNumbers(type: PartType, given: GivenNumbers, random: Random): PartNumber[] {
  const count = random.pick([0, 1, 1, 2, 2, 3]);
  const first = random.between(0, styles.competitors.length - 1);
  return Array.from({ length: count }, (_, place) => {
    const { maker, pattern } = at(styles.competitors, (first + place) % styles.competitors.length);
    const known = given.ofCompetitor(maker, type);
    if (known.length > 0 && random.chance(0.12))
      return { kind: 'competitor', number: random.pick(known), maker };
    const number = given.draw(() => fillPattern(pattern, random));
    known.push(number);
    return { kind: 'competitor', number, maker };
  });
}

/** For some, the number that the same part had before. */
function supersededNumbers(
  { brand }: DraftPart,
  given: GivenNumbers,
  random: Random,
): PartNumber[] {
  const pattern = brands.find(({ name }) => name === brand)?.numbers;
  if (!pattern || !random.chance(0.08)) return [];
  const number = given.draw(() => fillPattern(pattern, random));
  return [{ kind: 'superseded', number, maker: '' }];
}

/** The last digit of an EAN-13, after its first twelve. */
function checkDigit(digits: string): number {
  const sum = [...digits].reduce(
    (all, digit, place) => all + Number(digit) * (place % 2 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** From the range that shops give out for themselves (20 to 29), so that it is the code of nothing that is sold. */
function barcode(given: GivenNumbers, random: Random): PartNumber {
  const number = given.draw(() => {
    const digits = `2${Array.from({ length: 11 }, () => random.between(0, 9)).join('')}`;
    return `${digits}${checkDigit(digits)}`;
  });
  return { kind: 'barcode', number, maker: '' };
}

/** Every number of a part but its own. */
export function numbersOf(
  type: PartType,
  part: DraftPart,
  given: GivenNumbers,
): DemoPart['numbers'] {
  const random = seededRandom(`numbers:${part.partNumber}`);
  return [
    ...given.ofOriginal(part.drawnAs, () => oeNumbers(part, given)),
    ...competitorNumbers(type, given, random),
    ...supersededNumbers(part, given, random),
    barcode(given, random),
  ];
}
