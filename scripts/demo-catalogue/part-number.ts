import type { Random } from '#server/db/demo/random.ts';
import { type Attributes, brands, type PartType } from './part-types.ts';

const letters: Record<string, string> = {
  Nickel: 'NI',
  Platinum: 'PT',
  Iridium: 'IR',
  187: 'B',
  207: 'L1',
  242: 'L2',
  278: 'L3',
  315: 'L4',
  353: 'L5',
  394: 'L6',
};

/** Part numbers that encode attributes, as makers of plugs, batteries and tyres use them. */
const speakingNumbers: Record<string, (attributes: Attributes) => string> = {
  'spark-plug': ({ heat, tip = '' }) => `OV${heat}-${letters[tip]}`,
  'starter-battery': ({ len = '', cap }) => `ZT-${letters[len]}-${cap}`,
  tyre: ({ width, ratio, rim, season }) => `RT-${width}${ratio}${rim}-${String(season).charAt(0)}`,
};

/** The brand of a part; every third part of a type whose picture shows no label is of a second brand. */
export function brandOf(type: PartType, categoryId: string, place: number) {
  const makers = brands.filter(({ categories }) => categories.includes(categoryId));
  const bySecond = place % 3 === 2 && !type.label;
  const brand =
    (bySecond && makers.find(({ second }) => second)) || makers.find(({ second }) => !second);
  if (!brand) throw new Error(`No brand makes parts of the category ${categoryId}.`);
  return brand;
}

/** A number in a pattern: # is a digit, @ a letter that cannot be taken for a digit. */
export function fillPattern(pattern: string, random: Random): string {
  return pattern
    .replace(/#/g, () => String(random.between(1, 9)))
    .replace(/@/g, () => random.pick([...'ABCDEFGHJKLMNPRSTUVWXYZ']));
}

/** A unique part number in the brand's style. */
export function newPartNumber(
  part: { type: PartType; brand: ReturnType<typeof brandOf>; attributes: Attributes },
  taken: ReadonlySet<string>,
  random: Random,
): string {
  const { type, brand, attributes } = part;
  const speaking = speakingNumbers[type.id]?.(attributes);
  const pattern = (brand.second ? undefined : type.numbers) ?? brand.numbers;
  let number = speaking ?? '';
  for (let turn = 1; number === '' || taken.has(number); turn++) {
    number = speaking ? `${speaking}-${turn + 1}` : fillPattern(pattern, random);
  }
  return number;
}
