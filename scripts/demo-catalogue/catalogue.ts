import type { DemoPart } from '#server/db/demo/catalogue.ts';
import { type Random, seededRandom } from '#server/db/demo/random.ts';
import { drawAttributes } from './attributes.ts';
import { describePart } from './description.ts';
import { chooseFitting } from './fitting.ts';
import { brandOf, newPartNumber } from './part-number.ts';
import { type Attributes, categories, type PartType } from './part-types.ts';
import { priceCents, stockOf } from './price.ts';
import { readData } from './read-data.ts';
import { partName } from './wording.ts';

/** A part with its attributes. */
export interface DrawnPart extends DemoPart {
  attributes: Attributes;
}

/** The six parts of the home page, newest first; chosen by hand, so that each is what its picture shows. */
const newestParts = JSON.parse(readData('newest-parts.json')) as DrawnPart[];

interface Taken {
  names: Set<string>;
  numbers: Set<string>;
}

/** Draws until the name is new, so that buyers can tell all parts apart. Undefined when all names are taken. */
function draftPart(type: PartType, place: number, taken: Taken, random: Random) {
  for (let turn = 0; turn < 40; turn++) {
    const size = random.next();
    const fitting = chooseFitting(type, random);
    const attributes = drawAttributes(type, fitting, size, random);
    if (place === 0) Object.assign(attributes, type.label?.attributes);
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
  const brand = brandOf(type, categoryId, place);
  const shown = place === 0 ? type.label?.partNumber : undefined;
  const partNumber =
    shown && !taken.numbers.has(shown)
      ? shown
      : newPartNumber({ type, brand, attributes }, taken.numbers, random);
  taken.names.add(name);
  taken.numbers.add(partNumber);
  const orderQuantity = random.pick(type.minOrder);
  return {
    name,
    brand: brand.name,
    partNumber,
    categoryId,
    partTypeId: type.id,
    description: describePart(type, { attributes, fitments, partNumber }, random),
    attributes,
    priceCents: priceCents(type, attributes, size, random),
    orderQuantity,
    inStock: stockOf(type, orderQuantity, random),
    fitments,
    // Older than the hand-chosen ones, spread over two years.
    ageInDays: Number((8 + random.next() ** 1.5 * 700).toFixed(3)),
    image: `/pictures/${type.pictured ? type.id : 'generic-part-box'}.webp`,
  };
}

function makeType(type: PartType, categoryId: string, taken: Taken): DrawnPart[] {
  const count = type.count ?? (type.pictured ? 4 : 2);
  const first = newestParts.some((part) => part.partTypeId === type.id) ? 1 : 0;
  const parts: DrawnPart[] = [];
  for (let place = first; place < count; place++) {
    const part = makePart(type, categoryId, place, taken);
    if (part) parts.push(part);
  }
  return parts;
}

/** The catalogue of the demo, newest first; always the same. */
export function drawCatalogue(): DrawnPart[] {
  const taken = {
    names: new Set(newestParts.map((part) => part.name)),
    numbers: new Set(newestParts.map((part) => part.partNumber)),
  };
  const drawn = categories.flatMap(({ id, types }) =>
    types.flatMap((type) => makeType(type, id, taken)),
  );
  return [...newestParts, ...drawn].toSorted((one, other) => one.ageInDays - other.ageInDays);
}

const onePerLine = (rows: readonly object[]) =>
  rows
    .map((row) => JSON.stringify(row, (key, value) => (key === 'attributes' ? undefined : value)))
    .join(',\n');

/** The catalogue's file: a line for each category and each part, without the attributes. */
export function catalogueText(): string {
  const named = categories.map(({ id, name }) => ({ id, name }));
  return `{\n"categories":[\n${onePerLine(named)}\n],\n"parts":[\n${onePerLine(drawCatalogue())}\n]\n}\n`;
}
