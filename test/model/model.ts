/** An order as the model knows it. Cents. */
export interface ModelOrder {
  readonly id: string;
  readonly buyer: number;
  readonly part: number;
  readonly quantity: number;
  readonly totalCents: number;
  readonly placedAt: number;
  phase: 'unpaid' | 'paid' | 'shipped' | 'cancelled';
  /** The provider has the money and the shop has not heard of it. */
  hasUnheardMoney: boolean;
  /** The shop has an open payment at the provider in its books. */
  hasOpenPayment: boolean;
  /** What went back or was promised to, as far as the shop knows. */
  refundedCents: number;
  isRestocked: boolean;
  /** What the provider gave back, whoever asked for it. */
  backCents: number;
  /** What was asked for in the provider's dashboard: unheard of refunds, and the sum of those that the shop knows. */
  unheard: number[];
  heardCents: number;
  /** What the shop's admins promised; some of it the provider has not been asked for with success. */
  promisedCents: number;
  due: DueRefund[];
  /** When the shop looked last at what became of its payment. */
  lookedAt: number;
}

/** A refund of the shop's that it has no answer about. */
interface DueRefund {
  readonly cents: number;
  /** The provider did it, and the answer was lost. */
  isMade: boolean;
  /** The provider refused it, because less was left. */
  isRefused: boolean;
}

/** What the shop should be: small enough to be plainly right. */
export interface Model {
  readonly orders: ModelOrder[];
  readonly stock: number[];
}

export function cancel(model: Model, order: ModelOrder): void {
  order.phase = 'cancelled';
  order.hasOpenPayment = false;
  model.stock[order.part] = (model.stock[order.part] ?? 0) + order.quantity;
}

/** The shop has heard of the money. */
export function settle(order: ModelOrder, now: Date): void {
  order.lookedAt = now.getTime();
  order.phase = 'paid';
  order.hasUnheardMoney = false;
  order.hasOpenPayment = false;
}

/** The shop has asked the provider what became of an order's money. A refund of the amount of one under way is taken for that one. */
export function hear(order: ModelOrder): void {
  for (const cents of order.unheard) {
    const late = order.due.find((refund) => !refund.isMade && refund.cents === cents);
    if (late === undefined) order.heardCents += cents;
    else order.due = order.due.filter((other) => other !== late);
  }
  order.unheard = [];
  sum(order);
}

/** The shop promises money back. */
export function promise(order: ModelOrder, cents: number): void {
  order.promisedCents += cents;
  order.due.push({ cents, isMade: false, isRefused: false });
  sum(order);
}

/** The shop asks for what it promised. A refund of more than is left is refused at first; the next round asks for the rest. */
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
