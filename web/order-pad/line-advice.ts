import {
  largestQuantity,
  nearestQuantities,
  nextBreak,
  orderTotal,
  quantityFits,
  restOf,
  unitPrice,
  type QuantityLimits,
} from '#contract/order-rules.ts';
import { centsOf, dollarsOf, formatDollars } from '#contract/money.ts';
import { grouped } from '#web/parts/list/counts.ts';

/** A quantity that one press takes. */
interface Fix {
  readonly quantity: number;
  readonly words: string;
}

/** What is to be said of a quantity of a part on a list. Dollars. */
export interface LineAdvice {
  /** Whether it can be ordered; on a list also the rest of a part, as a whole. */
  readonly fits: boolean;
  /** Why not. */
  readonly fault: string | undefined;
  readonly fixes: readonly Fix[];
  /** A piece, and all of them, at this quantity; undefined without one. */
  readonly price: number;
  readonly total: number | undefined;
  /** What the price breaks save against the price of few. */
  readonly saved: number;
  /** The next valid quantity below and above. */
  readonly below: number | undefined;
  readonly above: number | undefined;
}

/** Judges a quantity; null: none is known. */
export function adviseLine(quantity: number | null, limits: QuantityLimits): LineAdvice {
  const rest = restOf(limits);
  const wanted = quantity ?? Number.NaN;
  const fits = quantityFits(wanted, limits) || (rest > 0 && wanted === rest);
  const price = unitPrice(quantity ?? limits.orderQuantity, limits);
  const total = quantity === null ? undefined : orderTotal(price, quantity);
  return {
    fits,
    fault: fits ? undefined : faultOf(quantity, limits),
    fixes: fits ? cheaper(wanted, limits) : mending(wanted, limits),
    price,
    total,
    saved: fits ? savedBy(wanted, limits, price) : 0,
    ...neighbours(wanted, limits),
  };
}

function savedBy(quantity: number, limits: QuantityLimits, price: number): number {
  return orderTotal(dollarsOf(centsOf(limits.price) - centsOf(price)), quantity);
}

function faultOf(quantity: number | null, limits: QuantityLimits): string {
  const { inStock, orderQuantity, largestOrder } = limits;
  if (inStock <= 0) return 'Out of stock.';
  const most = largestQuantity(limits);
  if (most === 0 && inStock < orderQuantity)
    return `Only ${grouped(inStock)} in stock, fewer than the minimum of ${grouped(orderQuantity)}.`;
  if (most === 0) return 'The smallest order costs more than one card payment can collect.';
  if (quantity === null) return 'How many pieces?';
  if (quantity < orderQuantity) return `The minimum is ${grouped(orderQuantity)}.`;
  if (quantity > inStock) return `Only ${grouped(inStock)} in stock.`;
  if (largestOrder && quantity > largestOrder)
    return `One order has at most ${grouped(largestOrder)}.`;
  if (quantity > most) return 'More than one card payment can collect.';
  return `${grouped(quantity)} does not fit.`;
}

/** Valid quantities beside one that is not. */
function mending(wanted: number, limits: QuantityLimits): Fix[] {
  const rest = restOf(limits);
  if (rest > 0) return [{ quantity: rest, words: `Take the rest: ${rest}` }];
  return nearestQuantities(wanted, limits).map((quantity) => ({
    quantity,
    words: `Take ${quantity}`,
  }));
}

/** The next price break, if it is worth a word. */
function cheaper(quantity: number, limits: QuantityLimits): Fix[] {
  const next = nextBreak(quantity, limits);
  if (next === undefined) return [];
  const words = `Order ${grouped(next.from - quantity)} more and save ${formatDollars(next.saves)}`;
  return [{ quantity: next.from, words }];
}

function neighbours(wanted: number, limits: QuantityLimits): Pick<LineAdvice, 'below' | 'above'> {
  if (Number.isNaN(wanted))
    return { below: undefined, above: nearestQuantities(wanted, limits)[0] };
  return {
    below: nearestQuantities(wanted - 1, limits).findLast((one) => one < wanted),
    above: nearestQuantities(wanted + 1, limits).find((one) => one > wanted),
  };
}
