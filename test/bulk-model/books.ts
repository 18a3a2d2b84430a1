import { hourMs } from '#contract/durations.ts';
import {
  askReturn,
  leftToShip,
  moveReturn,
  piecesOfReturns,
  restockable,
  settleFault,
  withdrawReturn,
  type ModelReturn,
  type ReturnStep,
} from './returns.ts';

/** A part of the model: its rules and its pieces. Amounts in cents. */
export interface ModelPart {
  readonly minimum: number;
  readonly step: number;
  /** The price of a piece when at least so many are ordered, highest quantity first. */
  readonly prices: readonly (readonly [from: number, cents: number])[];
  readonly opening: number;
  stock: number;
}

/** A line of a batch. */
export interface ModelOrder {
  /** Sorts as the shop's own id. */
  readonly id: string;
  readonly buyer: number;
  readonly part: number;
  readonly quantity: number;
  readonly totalCents: number;
  readonly endsAt: number;
  phase: 'unpaid' | 'paid' | 'shipped' | 'cancelled';
  /** The payment that it keeps, by its place. */
  keeps: number | undefined;
  refundedCents: number;
  /** Pieces that left the shop, that were refunded before they could, those of them that stay off sale, and that are on sale again. */
  shipped: number;
  refundedPieces: number;
  keptOffSale: number;
  restocked: number;
  readonly returns: ModelReturn[];
}

/** One payment of several orders: open, captured at the provider only, booked by the shop, or ended. */
export interface ModelPayment {
  readonly orders: readonly number[];
  readonly cents: number;
  state: 'open' | 'captured' | 'booked' | 'ended';
  /** What the provider gave back. */
  backCents: number;
  /** When somebody opened its page last, and when the shop asked the provider about it last. */
  wantedAt: number;
  askedAt: number;
}

/** What the shop should answer: `done`, or the code of a refusal. */
export type Outcome = string;

/** Until when an unpaid order has its pieces. */
const holdMs = 72 * hourMs;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The expected books of the shop and of its card provider, simple enough to be right. */
export class Books {
  readonly parts: ModelPart[];
  readonly orders: ModelOrder[] = [];
  readonly payments: ModelPayment[] = [];
  /** Milliseconds since the history began. */
  now = 0;

  constructor(parts: readonly Omit<ModelPart, 'stock'>[]) {
    this.parts = parts.map((part) => ({ ...part, stock: part.opening }));
  }

  /** All lines or none; equal parts are one line. The ids are those of the merged lines, in their order. */
  place(
    buyer: number,
    lines: ReadonlyMap<number, number>,
    idOf: (line: number) => string,
  ): Outcome {
    const fit = [...lines].every(([part, quantity]) => this.#fits(this.#part(part), quantity));
    if (!fit) return 'lines_refused';
    for (const [part, quantity] of lines) {
      const is = this.#part(part);
      const [, cents = 0] = is.prices.find(([from]) => quantity >= from) ?? is.prices.at(-1) ?? [];
      is.stock -= quantity;
      this.orders.push({
        id: idOf(this.orders.length),
        buyer,
        part,
        quantity,
        totalCents: quantity * cents,
        endsAt: this.now + holdMs,
        phase: 'unpaid',
        keeps: undefined,
        refundedCents: 0,
        shipped: 0,
        refundedPieces: 0,
        keptOffSale: 0,
        restocked: 0,
        returns: [],
      });
    }
    return 'done';
  }

  /** Opens a payment of these orders, or finds it again; it ends those that are open for some of them. */
  open(orders: readonly number[]): Outcome {
    for (const { phase } of this.#by(orders)) {
      if (phase === 'cancelled') return 'order_not_found';
      if (phase !== 'unpaid') return 'order_paid';
    }
    const touched = this.touching(orders);
    const captured = touched.find(({ state }) => state === 'captured');
    if (captured !== undefined) {
      this.book(captured);
      return 'order_paid';
    }
    const same = touched.find((payment) => isOf(payment, orders));
    if (same !== undefined) {
      same.wantedAt = this.now;
      return 'done';
    }
    for (const payment of touched) payment.state = 'ended';
    this.#start(orders, 'open');
    return 'done';
  }

  /** Money for these orders that the shop has not asked for, as after the loss of its last writes. */
  late(orders: readonly number[]): Outcome {
    this.book(this.#start(orders, 'captured'));
    return 'done';
  }

  card(payment: ModelPayment): Outcome {
    if (payment.state !== 'open') return 'refused';
    payment.state = 'captured';
    return 'done';
  }

  /** The buyer's browser says that a payment was made, for the first of its orders. */
  confirm(at: number): Outcome {
    const payment = this.payments[at]!;
    const [first] = this.#by(payment.orders);
    this.book(payment);
    if (first!.keeps === at) return 'done';
    if (first!.phase === 'cancelled') return 'order_not_found';
    return first!.phase === 'unpaid' ? 'payment_not_confirmed' : 'order_paid';
  }

  /** The shop learns of captured money: it pays orders that wait for it, and goes back for others. */
  book(payment: ModelPayment): void {
    if (payment.state !== 'captured') return;
    payment.state = 'booked';
    for (const order of this.#by(payment.orders)) {
      if (order.phase === 'unpaid') {
        order.phase = 'paid';
        order.keeps = this.payments.indexOf(payment);
      } else payment.backCents += order.totalCents;
    }
  }

  cancel(at: number): Outcome {
    const order = this.orders[at]!;
    if (order.phase === 'cancelled') return 'done';
    if (order.phase !== 'unpaid') return 'order_paid';
    for (const payment of this.touching([at])) {
      this.book(payment);
      if (payment.state === 'open') payment.state = 'ended';
    }
    // Booking has changed it.
    if ((order.phase as string) === 'paid') return 'order_paid';
    order.phase = 'cancelled';
    this.#part(order.part).stock += order.quantity;
    return 'done';
  }

  /** A refund of an amount; with the last of the money all pieces may go back on sale. */
  refund(at: number, cents: number, restock: boolean): Outcome {
    const order = this.orders[at]!;
    if (order.phase === 'cancelled') return 'order_not_found';
    if (order.keeps === undefined) return 'order_not_paid';
    const left = order.totalCents - order.refundedCents;
    if (cents > left) return 'refund_too_large';
    if (restock && cents < left) return 'restock_needs_full_refund';
    this.#giveBack(order, cents);
    if (restock) this.#restock(order, restockable(order));
    return 'done';
  }

  /** A refund of pieces that will not be shipped, at their price. */
  refundPieces(at: number, pieces: number, restock: boolean): Outcome {
    const order = this.orders[at]!;
    if (order.phase === 'cancelled') return 'order_not_found';
    if (order.keeps === undefined) return 'order_not_paid';
    if (pieces > leftToShip(order)) return 'pieces_too_many';
    const cents = (order.totalCents / order.quantity) * pieces;
    if (cents > order.totalCents - order.refundedCents) return 'refund_too_large';
    if (cents === order.totalCents - order.refundedCents && pieces < leftToShip(order))
      return 'pieces_left_over';
    this.#giveBack(order, cents);
    order.refundedPieces += pieces;
    if (restock) this.#restock(order, pieces);
    else order.keptOffSale += pieces;
    if (order.shipped > 0 && leftToShip(order) === 0) order.phase = 'shipped';
    return 'done';
  }

  askReturn(at: number, pieces: number): Outcome {
    return askReturn(this.orders[at]!, pieces);
  }

  withdrawReturn(at: number): Outcome {
    return withdrawReturn(this.orders[at]!.returns.at(-1)!);
  }

  /** One step of an admin with the last return of an order. */
  stepReturn(at: number, step: ReturnStep): Outcome {
    const order = this.orders[at]!;
    const one = order.returns.at(-1)!;
    if (step.kind !== 'settle') return moveReturn(one, step);
    const fault = settleFault(order, one, step);
    if (fault !== undefined) return fault;
    one.state = 'settled';
    one.restocked = step.restock;
    this.#giveBack(order, step.cents);
    this.#restock(order, step.restock);
    return 'done';
  }

  /** A refund in the provider's own dashboard: of the order that has just so much left, or of one after the other. */
  dashboard(at: number, cents: number): Outcome {
    const kept = this.orders
      .filter(({ keeps }) => keeps === at)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const leftOf = (order: ModelOrder) => order.totalCents - order.refundedCents;
    const exact = kept.find((order) => leftOf(order) === cents);
    let rest = cents;
    for (const order of exact ? [exact] : kept) {
      const share = Math.min(rest, leftOf(order));
      this.#giveBack(order, share);
      rest -= share;
    }
    return 'done';
  }

  /** Ships pieces, or all that are left. */
  ship(at: number, pieces?: number): Outcome {
    const order = this.orders[at]!;
    if (order.phase === 'cancelled') return 'order_not_found';
    if (order.phase === 'shipped' && pieces === undefined) return 'done';
    if (order.phase === 'unpaid') return 'order_not_paid';
    if (order.refundedCents >= order.totalCents) return 'order_refunded';
    const wanted = pieces ?? leftToShip(order);
    if (wanted > leftToShip(order)) return 'pieces_too_many';
    order.shipped += wanted;
    if (leftToShip(order) === 0) order.phase = 'shipped';
    return 'done';
  }

  /** Time passes, and the shop does what it does every minute. */
  wait(ms: number): Outcome {
    this.now += ms;
    for (const payment of this.payments) {
      // The longer nobody has wanted a payment, the less often the shop asks about it.
      if (this.now - payment.askedAt < (this.now - payment.wantedAt) / 10) continue;
      payment.askedAt = this.now;
      this.book(payment);
    }
    this.orders.forEach((order, at) => {
      if (order.phase === 'unpaid' && this.now >= order.endsAt) this.cancel(at);
    });
    return 'done';
  }

  /** Payments whose outcome is open, or not known to the shop, and that are for one of these orders or more. */
  touching(orders: readonly number[]): ModelPayment[] {
    return this.payments.filter(
      ({ state, ...payment }) =>
        (state === 'open' || state === 'captured') &&
        payment.orders.some((at) => orders.includes(at)),
    );
  }

  /** What a payment keeps at the provider: nothing before its money has arrived. */
  keptCents({ state, cents, backCents }: ModelPayment): number {
    return state === 'captured' || state === 'booked' ? cents - backCents : 0;
  }

  /** Sentences that must hold after each step; answers those that do not. */
  faults(): string[] {
    const faults: string[] = [];
    this.parts.forEach((part, at) => {
      const live = this.orders.filter((order) => order.part === at && order.phase !== 'cancelled');
      const taken = sum(live.map(({ quantity, restocked }) => quantity - restocked));
      if (part.stock < 0) faults.push(`part ${at} is oversold`);
      if (part.stock + taken !== part.opening)
        faults.push(`pieces of part ${at} are lost or invented`);
    });
    this.payments.forEach((payment, at) => {
      const kept = this.orders.filter(({ keeps }) => keeps === at);
      const due = sum(kept.map(({ totalCents, refundedCents }) => totalCents - refundedCents));
      if (payment.state === 'booked' && this.keptCents(payment) !== due)
        faults.push(`payment ${at} keeps something else than its orders cost`);
    });
    for (const order of this.orders) {
      const { phase, keeps, refundedCents, totalCents, id } = order;
      if ((keeps !== undefined) !== (phase === 'paid' || phase === 'shipped'))
        faults.push(`order ${id} is ${phase} with the wrong payment`);
      if (refundedCents > totalCents) faults.push(`order ${id} was refunded too much`);
      if (piecesOfReturns(order) > order.shipped)
        faults.push(`order ${id} comes back more often than it was shipped`);
      if (leftToShip(order) < 0) faults.push(`order ${id} was shipped too often`);
      if ((phase === 'shipped') !== (leftToShip(order) === 0 && order.shipped > 0))
        faults.push(`order ${id} is ${phase} with ${leftToShip(order)} pieces left to ship`);
    }
    return faults;
  }

  #giveBack(order: ModelOrder, cents: number): void {
    order.refundedCents += cents;
    this.payments[order.keeps!]!.backCents += cents;
  }

  #restock(order: ModelOrder, pieces: number): void {
    order.restocked += pieces;
    this.#part(order.part).stock += pieces;
  }

  #start(orders: readonly number[], state: 'open' | 'captured'): ModelPayment {
    const cents = sum(this.#by(orders).map(({ totalCents }) => totalCents));
    const payment: ModelPayment = {
      orders,
      cents,
      state,
      backCents: 0,
      wantedAt: this.now,
      askedAt: this.now,
    };
    this.payments.push(payment);
    return payment;
  }

  #fits({ minimum, step, stock }: ModelPart, quantity: number): boolean {
    const isRest = stock < minimum && quantity === stock && quantity > 0;
    return (
      isRest || (quantity >= minimum && (quantity - minimum) % step === 0 && quantity <= stock)
    );
  }

  #part(at: number): ModelPart {
    return this.parts[at]!;
  }

  #by(orders: readonly number[]): ModelOrder[] {
    return orders.map((at) => this.orders[at]!);
  }
}

function isOf({ orders }: ModelPayment, others: readonly number[]): boolean {
  return orders.length === others.length && orders.every((at) => others.includes(at));
}
