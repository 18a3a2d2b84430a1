import {
  largestQuantity,
  nearestQuantities,
  quantityFits,
  quantityStep,
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

/** States the rule and the valid quantities around the typed one. */
export function adviseQuantity(typed: string, limits: QuantityLimits): QuantityAdvice {
  const wanted = typedQuantity(typed);
  const fits = quantityFits(wanted, limits);
  const rule = ruleOf(limits);
  const possible = largestQuantity(limits) > 0;
  if (fits) {
    const valid = [wanted - quantityStep, wanted + quantityStep].map((next) =>
      quantityFits(next, limits) ? next : undefined,
    );
    return { fits, possible, rule, below: valid[0], above: valid[1] };
  }
  const near = nearestQuantities(wanted, limits);
  return {
    fits,
    possible,
    rule,
    below: near.findLast((next) => next < wanted),
    above: near.find((next) => next > wanted || Number.isNaN(wanted)),
  };
}

function ruleOf(limits: QuantityLimits): string {
  const { orderQuantity: least, inStock } = limits;
  const most = largestQuantity(limits);
  if (inStock <= 0)
    return `Out of stock: this part cannot be ordered right now. The minimum order is ${least}.`;
  if (inStock < least)
    return `Only ${inStock} in stock, fewer than the minimum order of ${least}: this part cannot be ordered right now.`;
  if (most < least)
    return `The minimum order of ${least} costs more than one card payment can collect: this part cannot be ordered.`;
  if (most === least) return `${least} is the one quantity that can be ordered right now.`;
  return `From ${least} to ${most}, in steps of ${quantityStep}.`;
}
