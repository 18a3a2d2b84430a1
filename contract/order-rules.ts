import { centsOf, dollarsOf, maxChargeCents } from './money.ts';
import { texts } from './texts.ts';

/** Quantities go up in steps of 100, counted from the part's minimum as the HTML input does (Spec §5, §9). */
export const quantityStep = 100;

/** The facts of a part that limit the quantity of an order. */
export interface QuantityLimits {
  /** The part's minimum order, in pieces. */
  readonly orderQuantity: number;
  /** Pieces available now. */
  readonly inStock: number;
  /** Dollars per piece: an order may not exceed what one card payment can collect. */
  readonly price: number;
}

/** The largest quantity one order may have now; below the minimum when nothing can be ordered. */
export function largestQuantity({ orderQuantity, inStock, price }: QuantityLimits): number {
  const payable = Math.floor(maxChargeCents / centsOf(price));
  const most = Math.min(inStock, payable);
  if (most < orderQuantity) return 0;
  return orderQuantity + Math.floor((most - orderQuantity) / quantityStep) * quantityStep;
}

/** Whether this many pieces may be ordered: an integer from the minimum to what is available, in steps of 100. */
export function quantityFits(quantity: number, limits: QuantityLimits): boolean {
  return (
    Number.isSafeInteger(quantity) &&
    quantity >= limits.orderQuantity &&
    quantity <= largestQuantity(limits) &&
    (quantity - limits.orderQuantity) % quantityStep === 0
  );
}

/** The valid quantities nearest to a wanted one: none, one or two, ascending; only the wanted one if it is valid. */
export function nearestQuantities(wanted: number, limits: QuantityLimits): number[] {
  const least = limits.orderQuantity;
  const most = largestQuantity(limits);
  if (most < least) return [];
  if (Number.isNaN(wanted) || wanted <= least) return [least];
  if (wanted >= most) return [most];
  const below = least + Math.floor((wanted - least) / quantityStep) * quantityStep;
  return below === wanted ? [below] : [below, below + quantityStep];
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

/** How an order stands, in the one word that this reader meets everywhere: what a customer reads as 'Shipped' is 'Completed' to admins (Spec §4). */
export function orderWord(order: Standing, reader: OrderReader): string {
  const state = orderState(order, reader);
  return state === 'Shipped' && reader === 'admin' ? texts.completed : state;
}

/** The order number on receipts and in mails: the beginning of the id, so that it needs no counter. */
export function orderNumber(orderId: string): string {
  return `UH-${orderId.replaceAll('-', '').slice(0, 10).toUpperCase()}`;
}
