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
  refundedCents: number;
  isRestocked: boolean;
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
export function settle(order: ModelOrder): void {
  order.phase = 'paid';
  order.hasUnheardMoney = false;
  order.hasOpenPayment = false;
}
