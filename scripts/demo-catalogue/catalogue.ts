import type { DemoPart, Fitment } from '#server/db/demo/catalogue.ts';
import type { Attributes } from './attribute-rule.ts';
import { drawAttributes } from './attributes.ts';
import { brandOf, newPartNumber } from './brands.ts';
import { describePart } from './description.ts';
import { chooseFitting } from './fitting.ts';
import { newestParts } from './newest-parts.ts';
import { labels, pictureOf } from './pictures.ts';
import { seededRandom, type Random } from '#server/db/demo/random.ts';
import { picturedTypes, taxonomy, type PartType } from './taxonomy.ts';
import { priceCents, stockOf } from './terms.ts';
import { partName } from './wording.ts';

/** A part with what was measured of it. */
export interface DrawnPart extends DemoPart {
  attributes: Attributes;
}

/** What workshops buy every week comes in many sizes. */
const manySizes: Record<string, number> = {
  'brake-disc': 14,
  'brake-pad-set': 12,
  tyre: 10,
  'oil-filter-spin-on': 8,
  'spark-plug': 8,
  'starter-battery': 8,
  'engine-oil': 8,
  'shock-absorber': 8,
  'wheel-bearing-kit': 7,
  'serpentine-belt': 7,
  'wiper-blade-flat': 7,
  'headlight-bulb': 7,
  'cabin-filter': 6,
  'air-filter-panel': 6,
};

interface Taken {
  names: Set<string>;
  numbers: Set<string>;
}

interface Draft {
  attributes: Attributes;
  fitments: Fitment[];
  name: string;
  size: number;
}

/** Draws until the name is new: two parts a buyer can't tell apart would be one part. Undefined when all are taken. */
function draftPart(type: PartType, place: number, taken: Taken, random: Random): Draft | undefined {
  const shown = place === 0 ? labels[type.id]?.attributes : undefined;
  for (let turn = 0; turn < 40; turn++) {
    const size = random.next();
    const fitting = chooseFitting(type, random);
    const attributes = { ...drawAttributes(type, fitting, size, random), ...shown };
    const name = partName(type, attributes, fitting.fitments);
    if (!taken.names.has(name) && name.length <= 80)
      return { attributes, fitments: fitting.fitments, name, size };
  }
  return undefined;
}

function makePart(
  type: PartType,
  categoryId: string,
  place: number,
  taken: Taken,
): DrawnPart | undefined {
  const random = seededRandom(`part:${type.id}:${place}`);
  const draft = draftPart(type, place, taken, random);
  if (!draft) return undefined;
  const { attributes, fitments, name, size } = draft;
  taken.names.add(name);
  const brand = brandOf(type, categoryId, place);
  const shownNumber = place === 0 ? labels[type.id]?.partNumber : undefined;
  const partNumber =
    shownNumber && !taken.numbers.has(shownNumber)
      ? shownNumber
      : newPartNumber({ brand, typeId: type.id, attributes }, taken.numbers, random);
  taken.numbers.add(partNumber);
  const orderQuantity = random.pick(type.minOrder);
  return {
    name,
    brand,
    partNumber,
    categoryId,
    partTypeId: type.id,
    description: describePart({ type, attributes, fitments, partNumber }, random),
    attributes,

    priceCents: priceCents(type, attributes, size, random),
    orderQuantity,
    inStock: stockOf(type, orderQuantity, random),
    fitments,
    // Older than the hand-chosen ones, young enough for a shop that grew over two years.
    ageInDays: Number((8 + random.next() ** 1.5 * 700).toFixed(3)),
    image: pictureOf(type.id),
  };
}

function makeType(type: PartType, categoryId: string, taken: Taken): DrawnPart[] {
  const count = manySizes[type.id] ?? (picturedTypes.has(type.id) ? 4 : 2);
  const first = newestParts.some((part) => part.partTypeId === type.id) ? 1 : 0;
  const parts: DrawnPart[] = [];
  for (let place = first; place < count; place++) {
    const part = makePart(type, categoryId, place, taken);
    if (part) parts.push(part);
  }
  return parts;
}

/** The whole catalogue of the demo shop: always the same, newest first. */
export function drawCatalogue(): DrawnPart[] {
  const taken: Taken = {
    names: new Set(newestParts.map((part) => part.name)),
    numbers: new Set(newestParts.map((part) => part.partNumber)),
  };
  const drawn = taxonomy.categories.flatMap((category) =>
    category.types.flatMap((type) => makeType(type, category.id, taken)),
  );
  return [...newestParts, ...drawn].toSorted((one, other) => one.ageInDays - other.ageInDays);
}

const onePerLine = (rows: readonly object[]) =>
  rows
    .map((row) => JSON.stringify(row, (key, value) => (key === 'attributes' ? undefined : value)))
    .join(',\n');

/** The catalogue as the shop loads it: a line for each category and each part, without the attributes that were drawn. */
export function catalogueText(): string {
  const categories = taxonomy.categories.map(({ id, name }) => ({ id, name }));
  return `{\n"categories":[\n${onePerLine(categories)}\n],\n"parts":[\n${onePerLine(drawCatalogue())}\n]\n}\n`;
}
