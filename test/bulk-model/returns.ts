import type { ModelOrder, Outcome } from './books.ts';

/** Pieces of an order that its customer sends back. */
export interface ModelReturn {
  readonly quantity: number;
  state: 'asked' | 'agreed' | 'declined' | 'withdrawn' | 'received' | 'settled';
  /** Pieces that have arrived, and that went on sale again. */
  came: number;
  restocked: number;
}

/** What an admin does with a return. */
export type ReturnStep =
  | { readonly kind: 'agree' | 'decline' }
  | { readonly kind: 'receive'; readonly pieces: number }
  | { readonly kind: 'settle'; readonly cents: number; readonly restock: number };

/** Returns of an order never bring more than was shipped, one at a time. */
export function askReturn(order: ModelOrder, pieces: number): Outcome {
  if (order.phase === 'cancelled') return 'order_not_found';
  if (order.keeps === undefined) return 'order_not_paid';
  if (order.refundedCents >= order.totalCents) return 'order_refunded';
  if (order.returns.some(({ state }) => ['asked', 'agreed', 'received'].includes(state)))
    return 'return_open';
  if (pieces > order.shipped - piecesOfReturns(order)) return 'return_too_large';
  order.returns.push({ quantity: pieces, state: 'asked', came: 0, restocked: 0 });
  return 'done';
}

export function withdrawReturn(one: ModelReturn): Outcome {
  if (one.state === 'withdrawn') return 'done';
  if (one.state !== 'asked' && one.state !== 'agreed') return 'return_state';
  one.state = 'withdrawn';
  return 'done';
}

/** An answer, or what has arrived; settling is the books' own. */
export function moveReturn(
  one: ModelReturn,
  step: Exclude<ReturnStep, { readonly kind: 'settle' }>,
): Outcome {
  if (step.kind === 'receive') {
    if (one.state !== 'agreed') return 'return_state';
    if (step.pieces > one.quantity) return 'return_too_large';
    one.state = 'received';
    one.came = step.pieces;
    return 'done';
  }
  const mayDecline = step.kind === 'decline' && one.state === 'agreed';
  if (one.state !== 'asked' && !mayDecline) return 'return_state';
  one.state = step.kind === 'agree' ? 'agreed' : 'declined';
  return 'done';
}

/** Pieces that were neither shipped nor refunded instead. */
export function leftToShip({ quantity, shipped, refundedPieces }: ModelOrder): number {
  return quantity - shipped - refundedPieces;
}

/** Why a return cannot be settled so; undefined when it can. */
export function settleFault(
  order: ModelOrder,
  one: ModelReturn,
  { cents, restock }: ReturnStep & { readonly kind: 'settle' },
): Outcome | undefined {
  if (one.state !== 'received') return 'return_state';
  if (cents > mostForReturn(order, one)) return 'refund_too_large';
  if (restock > Math.min(one.came, restockable(order))) return 'restock_too_large';
  if (cents > 0 && cents === order.totalCents - order.refundedCents && leftToShip(order) > 0)
    return 'pieces_left_over';
  return undefined;
}

/** Cents that can be given back for what has arrived. */
export function mostForReturn(order: ModelOrder, { came }: ModelReturn): number {
  const left = order.totalCents - order.refundedCents;
  return Math.min((order.totalCents / order.quantity) * came, left);
}

/** Pieces that the returns of an order brought, or may still bring. */
export function piecesOfReturns({ returns }: ModelOrder): number {
  return returns
    .filter(({ state }) => state !== 'declined' && state !== 'withdrawn')
    .reduce((all, { state, quantity, came }) => all + (isHere(state) ? came : quantity), 0);
}

/** Pieces that may still go on sale again: not those that were refunded and kept off sale, or came back and were found unfit. */
export function restockable({ quantity, restocked, keptOffSale, returns }: ModelOrder): number {
  const settled = returns.filter(({ state }) => state === 'settled');
  const unfit = settled.reduce((all, one) => all + one.came - one.restocked, 0);
  return Math.max(0, quantity - restocked - keptOffSale - unfit);
}

const isHere = (state: ModelReturn['state']) => state === 'received' || state === 'settled';
