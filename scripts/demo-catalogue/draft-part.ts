import type { DemoPart } from '#server/db/demo/catalogue.ts';
import { type Random, seededRandom } from '#server/db/demo/random.ts';
import { drawAttributes } from './attributes.ts';
import { describePart } from './description.ts';
import { chooseFitting, type FittedVehicle } from './fitting.ts';
import { brandOf, newPartNumber } from './part-number.ts';
import type { PartType } from './part-types.ts';
import { priceCents, stockOf } from './price.ts';
import { partName } from './wording.ts';

/** A part before it has pictures, numbers and notes. */
export interface DraftPart extends Omit<
  DemoPart,
  'fitments' | 'image' | 'imageAlt' | 'pictures' | 'numbers'
> {
  fitments: FittedVehicle[];
  /** What it was drawn with; a part and the one it replaced share it. */
  drawnAs: string;
}

/** Names and part numbers that parts have already. */
export interface Taken {
  names: Set<string>;
  numbers: Set<string>;
}

/** Which part to draw. */
export interface Wish {
  type: PartType;
  categoryId: string;
  /** The how-manieth of its type, from 0. */
  place: number;
  /** By how much it is smaller than the part at this place: a share of the sizes of its type. */
  smallerBy?: number;
}

/** Draws until the name is new, so that buyers can tell all parts apart. Undefined when all names are taken. */
function draftFacts({ type, place, smallerBy = 0 }: Wish, taken: Taken, random: Random) {
  for (let turn = 0; turn < 40; turn++) {
    const size = random.next() - smallerBy;
    const fitting = chooseFitting(type, random);
    const attributes = drawAttributes(type, fitting, size, random);
    if (place === 0) Object.assign(attributes, type.label?.attributes);
    const name = partName(type, attributes, fitting.fitments);
    if (!taken.names.has(name) && name.length <= 80)
      return { attributes, fitments: fitting.fitments, name, size };
  }
  return undefined;
}

/** Draws a part; undefined when there is no name left, or when its facts are refused. */
export function draftPart(
  wish: Wish,
  taken: Taken,
  accepts: (facts: Pick<DraftPart, 'attributes' | 'fitments'>) => boolean = () => true,
): DraftPart | undefined {
  const { type, categoryId, place } = wish;
  const drawnAs = `part:${type.id}:${place}`;
  const random = seededRandom(drawnAs);
  const facts = draftFacts(wish, taken, random);
  if (!facts || !accepts(facts)) return undefined;
  const { attributes, fitments, name, size } = facts;
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
    drawnAs,
  };
}
