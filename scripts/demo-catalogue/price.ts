import type { Random } from '#server/db/demo/random.ts';
import { type Attributes, dearer, type PartType } from './part-types.ts';

/** Fluids cost by the litre, batteries by the ampere hour, discs by their diameter. */
function placeInRange({ id }: PartType, { vol, cap, dia, rim }: Attributes, size: number): number {
  if (vol !== undefined && id !== 'chassis-grease-cartridge') {
    return Math.min(1, Number(vol) / 5) - 0.25;
  }
  if (id === 'starter-battery') return (Number(cap) - 36) / 69;
  if (id === 'brake-disc') return (Number(dia) - 236) / 154;
  // All plugs are of one size: their price depends on the electrode's metal.
  if (id === 'spark-plug') return 0.1;
  if (id === 'tyre') return (Number(rim) - 13) / 6;
  return size;
}

/** The wholesale price of a piece: larger and better ones cost more; mostly whole dollars, some .50 and .95. */
export function priceCents(
  type: PartType,
  attributes: Attributes,
  size: number,
  random: Random,
): number {
  const [low, high] = type.priceUsd;
  const extra = Object.values(attributes).reduce<number>(
    (sum, value) => sum + (dearer[value] ?? 0),
    0,
  );
  const place =
    0.1 + 0.6 * placeInRange(type, attributes, size) + extra * 0.6 + (random.next() - 0.5) * 0.06;
  const dollars = Math.round(low + (high - low) * Math.min(1, Math.max(0, place)));
  const ending = random.pickWeighted([0, 50, -5], (cents) => (cents === 0 ? 7 : 1.5));
  // Never outside the type's own range, and never so low that a carton would cost nothing.
  return Math.min(high * 100, Math.max(low * 100, dollars * 100 + ending));
}

/** The stock: mostly several minimum orders, sometimes none or less than one. */
export function stockOf(type: PartType, orderQuantity: number, random: Random): number {
  const luck = random.next();
  if (luck < 0.035) return 0;
  if (luck < 0.075) return Math.max(2, 2 * random.between(10, Math.floor(orderQuantity / 2) - 5));
  const pack = type.packSizes[0] ?? 1;
  const pieces = orderQuantity * (2 + random.next() ** 2 * 24);
  return Math.ceil(pieces / pack) * pack;
}
