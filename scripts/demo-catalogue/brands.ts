import type { Attributes } from './attribute-rule.ts';
import { labels } from './pictures.ts';
import type { Random } from '#server/db/demo/random.ts';
import { picturedTypes, taxonomy, type PartType } from './taxonomy.ts';

/** Second brands, invented like the others; they have neither labelled pictures nor boxes of their own. */
export const secondBrands: Record<string, string[]> = {
  Tarnholm: ['braking', 'suspension', 'steering', 'wheel', 'drivetrain'],
  Veskora: ['engine', 'timing', 'cooling', 'fuel', 'exhaust', 'electrical', 'sensors', 'gaskets'],
};

/** How each brand numbers its parts: # is a digit; '*' is for every type without a pattern of its own. */
const numberPatterns: Record<string, Record<string, string>> = {
  Brakkenfeld: {
    'brake-disc': 'BD-####',
    'brake-pad-set': 'BF-####',
    'brake-drum': 'BT-####',
    'brake-shoe-set': 'BS-####',
    'brake-caliper': 'BC-####',
    'brake-hose': 'BH-####',
    '*': 'BK-#####',
  },
  Halvorsted: {
    'oil-filter-spin-on': 'HF-####',
    'oil-filter-element': 'HE-####',
    'fuel-filter-in-line': 'HB-####',
    'diesel-fuel-filter': 'HD-####',
    'air-filter-panel': 'HA-####',
    'air-filter-round': 'HA-####',
    'cabin-filter': 'HC-####',
    '*': 'HL-#####',
  },
  Ostervane: { 'ignition-coil': 'OC-####', '*': 'OS-#####' },
  Karvelon: { turbocharger: 'KT-#####', '*': 'K##.#####' },
  Immerholt: { '*': 'IH-###-####' },
  Drevanto: { '*': 'DV####-####' },
  Ruttenhaus: { '*': 'RH ##.####' },
  Zeltrane: { relay: 'ZR-####', '*': 'ZE-#####' },
  Kelvandra: { '*': 'KV ##-####' },
  Quennimar: { '*': 'QM-#####' },
  Tarnholm: { '*': 'TH######' },
  Veskora: { '*': 'VK-####.##' },
};

const tipLetters: Record<string, string> = { Nickel: 'NI', Platinum: 'PT', Iridium: 'IR' };

/** Numbers that say what the part is, as plug, battery and tyre makers write them. */
function speakingNumber(typeId: string, attributes: Attributes): string | undefined {
  const { heat, tip, len, cap, width, ratio, rim, season } = attributes;
  if (typeId === 'spark-plug') return `OV${heat}-${tipLetters[String(tip)]}`;
  if (typeId === 'starter-battery') {
    const caseName =
      { 187: 'B', 207: 'L1', 242: 'L2', 278: 'L3', 315: 'L4', 353: 'L5', 394: 'L6' }[Number(len)] ??
      'L';
    return `ZT-${caseName}-${cap}`;
  }
  if (typeId === 'tyre') return `RT-${width}${ratio}${rim}-${String(season).charAt(0)}`;
  return undefined;
}

/** The brand of a part; every third label-free part with its own picture is of a second brand. */
export function brandOf(type: PartType, categoryId: string, place: number): string {
  const second = Object.entries(secondBrands).find(([, categories]) =>
    categories.includes(categoryId),
  );
  if (second && place % 3 === 2 && picturedTypes.has(type.id) && !labels[type.id]) return second[0];
  const first = taxonomy.brands.find((brand) => brand.categories.includes(categoryId));
  if (!first) throw new Error(`No brand makes parts of the category ${categoryId}.`);
  return first.name;
}

/** A part number in the brand's manner that no other part has; it is added to `taken`. */
export function newPartNumber(
  part: { brand: string; typeId: string; attributes: Attributes },
  taken: Set<string>,
  random: Random,
): string {
  const patterns = numberPatterns[part.brand] ?? {};
  const pattern = patterns[part.typeId] ?? patterns['*'] ?? '######';
  const speaking = speakingNumber(part.typeId, part.attributes);
  let number = speaking ?? '';
  for (let turn = 1; number === '' || taken.has(number); turn++) {
    number = speaking
      ? `${speaking}-${turn + 1}`
      : pattern.replace(/#/g, () => String(random.between(1, 9)));
  }
  taken.add(number);
  return number;
}
