import { centsOf, dollarsOf, maxChargeCents, minChargeCents } from './money.ts';
import type { PriceBreak } from './part-lists.ts';
import { texts } from './texts.ts';

/** Quantities go up in steps of 100, counted from the part's minimum as the HTML input does (Spec §5, §9), unless the part has another step. */
const usualStep = 100;

/** The facts of a part that limit the quantity of an order, and say what it costs. */
export interface QuantityLimits {
  /** The part's minimum order, in pieces. */
  readonly orderQuantity: number;
  /** Pieces available now. */
  readonly inStock: number;
  /** Dollars per piece: an order may not exceed what one card payment can collect. */
  readonly price: number;
  /** Pieces between two quantities; `usualStep` if the shop has set none. */
  readonly quantityStep?: number | null | undefined;
  /** The most pieces of one order, if the shop has set one. */
  readonly largestOrder?: number | null | undefined;
  /** Prices of larger quantities, ascending. */
  readonly priceBreaks?: readonly PriceBreak[] | undefined;
}

/** The facts of a part that an admin enters, of which one may contradict another. */
type EnteredRules = Omit<QuantityLimits, 'inStock' | 'quantityStep'>;

/** What in the rules of a part contradicts its minimum or its price: the fact, and a sentence. */
export function ruleFault({
  orderQuantity,
  price,
  largestOrder,
  priceBreaks = [],
}: EnteredRules): readonly ['largestOrder' | 'priceBreaks', string] | undefined {
  if (typeof largestOrder === 'number' && largestOrder < orderQuantity)
    return ['largestOrder', 'Must be at least the minimum order.'];
  const [first] = priceBreaks;
  if (first && first.from <= orderQuantity)
    return ['priceBreaks', 'A lower price must be for more pieces than the minimum order.'];
  if (first && first.price >= price)
    return ['priceBreaks', 'The price for more pieces must be lower than the price.'];
  if (priceBreaks.some((one) => one.from > (largestOrder ?? Infinity)))
    return ['priceBreaks', 'No order may be as large as a price break asks for.'];
  if (priceBreaks.some((one) => centsOf(one.price) * one.from < minChargeCents))
    return ['priceBreaks', 'Pieces times price must be at least $0.50.'];
  return undefined;
}

/** Pieces between two quantities of a part. */
export function stepOf({ quantityStep }: Pick<QuantityLimits, 'quantityStep'>): number {
  return quantityStep ?? usualStep;
}

/** Dollars per piece of an order of so many. */
export function unitPrice(
  quantity: number,
  { price, priceBreaks = [] }: Pick<QuantityLimits, 'price' | 'priceBreaks'>,
): number {
  return priceBreaks.findLast(({ from }) => from <= quantity)?.price ?? price;
}

/** Quantities in steps, from the least to the most. */
interface Run {
  readonly least: number;
  readonly most: number;
}

/** All quantities that one order may have now: from each price on those that a card can pay at it. There may be gaps between them. */
function runsOf(limits: QuantityLimits): Run[] {
  const { orderQuantity, inStock, price, largestOrder, priceBreaks = [] } = limits;
  return [{ from: orderQuantity, price }, ...priceBreaks].flatMap((one) => {
    const payable = Math.floor(maxChargeCents / centsOf(one.price));
    const least = onStep(Math.max(one.from, orderQuantity), limits, Math.ceil);
    const most = onStep(Math.min(inStock, largestOrder ?? Infinity, payable), limits, Math.floor);
    return least <= most ? [{ least, most }] : [];
  });
}

/** The quantity on a step beside this one, or itself, whether it may be ordered or not. */
function onStep(
  quantity: number,
  limits: QuantityLimits,
  round: (steps: number) => number,
): number {
  const [least, step] = [limits.orderQuantity, stepOf(limits)];
  return least + round((quantity - least) / step) * step;
}

/** The largest quantity one order may have now; 0 when nothing can be ordered. */
export function largestQuantity(limits: QuantityLimits): number {
  return runsOf(limits).at(-1)?.most ?? 0;
}

/** Whether this many pieces may be ordered: an integer from the minimum to what is available, in steps. */
export function quantityFits(quantity: number, limits: QuantityLimits): boolean {
  return (
    Number.isSafeInteger(quantity) &&
    (quantity - limits.orderQuantity) % stepOf(limits) === 0 &&
    runsOf(limits).some(({ least, most }) => quantity >= least && quantity <= most)
  );
}

/** The valid quantities nearest to a wanted one: none, one or two, ascending; only the wanted one if it is valid, the least if it is NaN. */
export function nearestQuantities(wanted: number, limits: QuantityLimits): number[] {
  const runs = runsOf(limits);
  const at = Number.isNaN(wanted) ? 0 : wanted;
  const below = runs
    .filter(({ least }) => least <= at)
    .map(({ most }) => Math.min(most, onStep(at, limits, Math.floor)));
  const above = runs
    .filter(({ most }) => most >= at)
    .map(({ least }) => Math.max(least, onStep(at, limits, Math.ceil)));
  return [...new Set([...below.slice(-1), ...above.slice(0, 1)])];
}

/** A larger quantity at a lower price, and what it costs less than at the price of now, in dollars. */
export interface NextBreak extends PriceBreak {
  readonly saves: number;
}

/** The next quantity that is cheaper by the piece and can be ordered now, if there is one. */
export function nextBreak(quantity: number, limits: QuantityLimits): NextBreak | undefined {
  const now = unitPrice(quantity, limits);
  const next = runsOf(limits).find(
    ({ least }) => least > quantity && unitPrice(least, limits) < now,
  );
  if (next === undefined) return undefined;
  const from = next.least;
  const price = unitPrice(from, limits);
  return { from, price, saves: dollarsOf((centsOf(now) - centsOf(price)) * from) };
}

/** What is left below the minimum, which is sold as a whole; 0 if there is more, nothing, or no card can pay it. */
export function restOf({ orderQuantity, inStock, price }: QuantityLimits): number {
  const cents = centsOf(price) * inStock;
  const isPayable = cents >= minChargeCents && cents <= maxChargeCents;
  return inStock < orderQuantity && isPayable ? inStock : 0;
}

/** Total dollars of an order: price times quantity, computed in cents (Spec §9). */
export function orderTotal(price: number, quantity: number): number {
  return dollarsOf(centsOf(price) * quantity);
}

/** The facts of an order that decide which steps it allows. Amounts in dollars. */
export interface OrderSteps {
  readonly paid: boolean;
  /** Truthy means shipped (Spec §3). */
  readonly status?: string | null | undefined;
  readonly total?: number | undefined;
  /** The sum of its refunds; an order stays paid after a refund. */
  readonly refundedTotal?: number | undefined;
  /** While its payment is disputed, neither pieces nor money leave the shop. */
  readonly disputedSince?: string | null | undefined;
  readonly quantity?: number | undefined;
  /** Pieces that left the shop, and pieces that were refunded before they could. */
  readonly shippedQuantity?: number | undefined;
  readonly refundedQuantity?: number | undefined;
}

/** Pieces that are still to be shipped, once the order is paid. */
export function leftToShip(
  order: Record<'quantity' | 'shippedQuantity' | 'refundedQuantity', number>,
): number {
  return order.quantity - order.shippedQuantity - order.refundedQuantity;
}

/** What was shipped of an order that was not shipped as a whole, such as 'Shipped 300 of 500'; undefined of others. */
function shippedInParts(order: OrderSteps): string | undefined {
  const { quantity = 0, shippedQuantity = 0 } = order;
  if (shippedQuantity === 0 || shippedQuantity === quantity) return undefined;
  return `Shipped ${shippedQuantity} of ${quantity}`;
}

/** Whether an order is wholly refunded. */
export function isFullyRefunded({ total, refundedTotal }: OrderSteps): boolean {
  return (
    total !== undefined &&
    refundedTotal !== undefined &&
    refundedTotal > 0 &&
    refundedTotal >= total
  );
}

/** What can still be refunded of a paid order, in dollars; computed in cents. */
export function leftToRefund(order: Record<'total' | 'refundedTotal', number>): number {
  return dollarsOf(centsOf(order.total) - centsOf(order.refundedTotal));
}

/** Which steps an order allows, for the pages' buttons and the server's refusals alike. */
export const orderCan = {
  pay: (order: OrderSteps): boolean => !order.paid,
  cancel: (order: OrderSteps): boolean => !order.paid,
  ship: (order: OrderSteps): boolean =>
    order.paid && !order.status && !order.disputedSince && !isFullyRefunded(order),
  review: (order: OrderSteps): boolean => order.paid && !isFullyRefunded(order),
  refund: (order: OrderSteps): boolean =>
    order.paid && !order.disputedSince && !isFullyRefunded(order),
};

/** The order's status in words for its customer (Spec §4; decisions: Orders). */
export function orderStatus(order: OrderSteps): 'Unpaid' | 'Pending' | 'Shipped' | 'Refunded' {
  if (!order.paid) return 'Unpaid';
  if (isFullyRefunded(order)) return 'Refunded';
  return order.status ? 'Shipped' : 'Pending';
}

/** Who reads how an order stands. */
export type OrderReader = 'customer' | 'admin';

type Standing = OrderSteps & { readonly cancelled?: boolean };

/** How an order stands. A dispute is for admins to answer. */
export function orderState(
  order: Standing,
  reader: OrderReader,
): ReturnType<typeof orderStatus> | 'Disputed' | 'Cancelled' {
  if (order.cancelled) return 'Cancelled';
  return order.disputedSince && reader === 'admin' ? 'Disputed' : orderStatus(order);
}

/**
 * How an order stands, in the words that this reader meets everywhere: what a customer reads as 'Shipped' is 'Completed' to
 * admins (Spec §4). Between 'Pending' and these, 'Shipped 300 of 500'.
 */
export function orderWord(order: Standing, reader: OrderReader): string {
  const state = orderState(order, reader);
  if (state === 'Pending') return shippedInParts(order) ?? state;
  return state === 'Shipped' && reader === 'admin' ? texts.completed : state;
}

/** The order number on receipts and in mails: the beginning of the id, so that it needs no counter. */
export function orderNumber(orderId: string): string {
  return `UH-${orderId.replaceAll('-', '').slice(0, 10).toUpperCase()}`;
}
