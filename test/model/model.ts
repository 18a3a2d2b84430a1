/** An order in the model. Amounts in cents. */
export interface ModelOrder {
  readonly id: string;
  readonly buyer: number;
  readonly part: number;
  readonly quantity: number;
  readonly totalCents: number;
  readonly placedAt: number;
  phase: 'unpaid' | 'paid' | 'shipped' | 'cancelled';
  /** The provider has the money and the shop does not know it yet. */
  hasUnheardMoney: boolean;
  /** The shop has stored an open attempt. */
  hasOpenPayment: boolean;
  /** What is refunded, or promised to be, as far as the shop knows. */
  refundedCents: number;
  /** All of it is on sale again, and all money went back. */
  isRestocked: boolean;
  /** Pieces that left the shop; that were refunded before they could; that are on sale again. */
  shipped: number;
  dropped: number;
  restocked: number;
  /** Money went back for pieces only, never as an amount. */
  isOfPieces: boolean;
  /** What the provider has refunded, whoever asked for it. */
  backCents: number;
  /** Refunds of the provider's dashboard that the shop does not know yet; below, the sum of those it knows. */
  unheard: number[];
  heardCents: number;
  /** What the shop's admins have refunded; the provider may not have done all of it yet. */
  promisedCents: number;
  due: DueRefund[];
  /** When the shop last asked the provider about its payment. */
  lookedAt: number;
}

/** A refund by the shop whose answer is missing. */
interface DueRefund {
  readonly cents: number;
  /** The provider did it, and the answer was lost. */
  isMade: boolean;
  /** The provider refused it, because less was left. */
  isRefused: boolean;
}

/** The expected state of the shop, in a model that is simple enough to be right. */
export interface Model {
  readonly orders: ModelOrder[];
  readonly stock: number[];
}

export function cancel(model: Model, order: ModelOrder): void {
  order.phase = 'cancelled';
  order.hasOpenPayment = false;
  model.stock[order.part] = (model.stock[order.part] ?? 0) + order.quantity;
}

/** The shop learns that the money has arrived. */
export function settle(order: ModelOrder, now: Date): void {
  order.lookedAt = now.getTime();
  order.phase = 'paid';
  order.hasUnheardMoney = false;
  order.hasOpenPayment = false;
}

/** The shop asks the provider about an order's refunds. It takes one of the same amount as its own open one for that. */
export function hear(order: ModelOrder): void {
  for (const cents of order.unheard) {
    const late = order.due.find((refund) => !refund.isMade && refund.cents === cents);
    if (late === undefined) order.heardCents += cents;
    else order.due = order.due.filter((other) => other !== late);
  }
  order.unheard = [];
  sum(order);
}

/** An admin's refund is stored. */
export function promise(order: ModelOrder, cents: number): void {
  order.promisedCents += cents;
  order.due.push({ cents, isMade: false, isRefused: false });
  sum(order);
}

/** The shop asks the provider for stored refunds. One of more than is left is refused; the next round asks for the rest. */
export function giveBack(order: ModelOrder, provider: 'well' | 'down' | 'mute'): void {
  for (const refund of order.due.filter(() => provider !== 'down')) {
    const left = order.totalCents - order.backCents;
    if (provider === 'mute') {
      if (refund.isMade || refund.isRefused || refund.cents > left) continue;
      order.backCents += refund.cents;
      refund.isMade = true;
      continue;
    }
    if (refund.isRefused) hear(order);
    if (!order.due.includes(refund)) continue;
    if (!refund.isMade && !refund.isRefused && refund.cents > left) {
      refund.isRefused = true;
      continue;
    }
    if (!refund.isMade) order.backCents += Math.min(refund.cents, left);
    order.due = order.due.filter((other) => other !== refund);
  }
}

function sum(order: ModelOrder): void {
  const cents = Math.min(order.totalCents, order.promisedCents + order.heardCents);
  order.refundedCents = order.isRestocked ? order.totalCents : cents;
}
