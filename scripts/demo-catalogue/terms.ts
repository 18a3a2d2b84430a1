import type { Attributes } from './attribute-rule.ts';
import type { Random } from '#server/db/demo/random.ts';
import type { PartType } from './taxonomy.ts';

/** Choices that a buyer pays for, as a share of the type's price range. */
const dearer: Record<string, number> = {
  Iridium: 0.55,
  Platinum: 0.25,
  AGM: 0.3,
  EFB: 0.12,
  LED: 0.4,
  Xenon: 0.3,
  Ceramic: 0.2,
  Vented: 0.15,
  Drilled: 0.3,
  Slotted: 0.25,
  'Activated carbon': 0.25,
  'Electric folding': 0.3,
  'Wide-band': 0.4,
  Aluminium: 0.3,
  'Forged aluminium': 0.3,
  Hydraulic: 0.25,
  Freewheel: 0.15,
  'Gas mono-tube': 0.25,
  'Euro 6': 0.25,
  PTFE: 0.3,
};

/** Fluids cost by the litre, batteries by the ampere hour, discs by their diameter. */
function placeInRange(type: PartType, attributes: Attributes, size: number): number {
  if (attributes['vol'] !== undefined && type.id !== 'chassis-grease-cartridge') {
    return Math.min(1, Number(attributes['vol']) / 5) - 0.25;
  }
  if (type.id === 'starter-battery') return (Number(attributes['cap']) - 36) / 69;
  if (type.id === 'brake-disc') return (Number(attributes['dia']) - 236) / 154;
  // All plugs are of one size: the metal of the electrode makes the price.
  if (type.id === 'spark-plug') return 0.1;
  if (type.id === 'tyre') return (Number(attributes['rim']) - 13) / 6;
  return size;
}

/** The wholesale price of a piece: larger and better costs more; mostly whole dollars, some .50 and .95. */
export function priceCents(
  type: PartType,
  attributes: Attributes,
  size: number,
  random: Random,
): number {
  const [low, high] = type.priceUsd;
  const extra = Object.values(attributes).reduce<number>(
    (sum, value) => sum + (dearer[String(value)] ?? 0),
    0,
  );
  const place =
    0.1 + 0.6 * placeInRange(type, attributes, size) + extra * 0.6 + (random.next() - 0.5) * 0.06;
  const dollars = low + (high - low) * Math.min(1, Math.max(0, place));
  const whole = Math.round(dollars);
  const ending = random.pickWeighted([0, 50, 95], (cents) => (cents === 0 ? 7 : 1.5));
  const cents = whole * 100 + (ending === 95 ? -5 : ending);
  // Never outside the type's own range, and never so low that a carton would cost nothing.
  return Math.min(high * 100, Math.max(low * 100, cents));
}

/** Pieces on the shelf: mostly several minimum orders, now and then none or too few for one. */
export function stockOf(type: PartType, orderQuantity: number, random: Random): number {
  const luck = random.next();
  if (luck < 0.035) return 0;
  if (luck < 0.075) return Math.max(2, 2 * random.between(10, Math.floor(orderQuantity / 2) - 5));
  const pack = type.packSizes[0] ?? 1;
  const pieces = orderQuantity * (2 + random.next() ** 2 * 24);
  return Math.ceil(pieces / pack) * pack;
}
