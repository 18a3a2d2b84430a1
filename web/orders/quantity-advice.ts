import {
  largestQuantity,
  nearestQuantities,
  quantityFits,
  stepOf,
  type QuantityLimits,
} from '#contract/order-rules.ts';

/** The help text about a typed quantity (decisions: Orders). */
interface QuantityAdvice {
  readonly fits: boolean;
  /** Whether any quantity can be ordered now. */
  readonly possible: boolean;
  /** The rule in a sentence; it does not depend on what was typed. */
  readonly rule: string;
  /** The next valid quantity below and above what was typed. */
  readonly below: number | undefined;
  readonly above: number | undefined;
}

/** The number in a quantity field; NaN while there is none. */
export function typedQuantity(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed);
}

/** What limits the quantity, and what a step is called, such as 'box of 50'. */
export type SoldBy = QuantityLimits & { readonly packLabel?: string | null };

/** The steps of the quantity in words. */
export function stepsInWords(part: SoldBy): string {
  return `in steps of ${stepOf(part)}${part.packLabel ? ` (${part.packLabel})` : ''}`;
}

/** States the rule and the valid quantities around the typed one. */
export function adviseQuantity(typed: string, part: SoldBy): QuantityAdvice {
  const wanted = typedQuantity(typed);
  return {
    fits: quantityFits(wanted, part),
    possible: largestQuantity(part) > 0,
    rule: ruleOf(part),
    below: nearestQuantities(wanted - 1, part).findLast((next) => next < wanted),
    above: nearestQuantities(wanted + 1, part).find((next) => !(next <= wanted)),
  };
}

function ruleOf(part: SoldBy): string {
  const { orderQuantity: least, inStock } = part;
  const most = largestQuantity(part);
  if (inStock <= 0)
    return `Out of stock: this part cannot be ordered right now. The minimum order is ${least}.`;
  if (inStock < least)
    return `Only ${inStock} in stock, fewer than the minimum order of ${least}: this part cannot be ordered right now.`;
  if (most < least)
    return `The minimum order of ${least} costs more than one card payment can collect: this part cannot be ordered.`;
  if (most === least) return `${least} is the one quantity that can be ordered right now.`;
  return `From ${least} to ${most}, ${stepsInWords(part)}.`;
}
