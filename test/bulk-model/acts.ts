import { hourMs } from '#contract/durations.ts';
import type { Books, ModelOrder, Outcome } from './books.ts';
import {
  leftToShip,
  mostForReturn,
  piecesOfReturns,
  type ModelReturn,
  type ReturnStep,
} from './returns.ts';
import type { Step, Told } from './steps.ts';

/** What a step does to the orders and payments that there are. */
export type Act =
  | (Step & { readonly kind: 'place' })
  | Of<'open' | 'late', { readonly orders: readonly number[] }>
  | Of<'card', { readonly payment: number }>
  | Of<'tell', { readonly payment: number; readonly told: Told }>
  | ActOnOrder
  | Of<'dashboard', { readonly payment: number; readonly cents: number }>
  | Of<'wait', { readonly ms: number }>;

/** What is done to one order. */
export type ActOnOrder =
  | Of<'ask-return', { readonly order: number; readonly pieces: number }>
  | Of<'withdraw-return', { readonly order: number }>
  | Of<'step-return', { readonly order: number; readonly step: ReturnStep }>
  | Of<'cancel' | 'ship', { readonly order: number }>
  | Of<'refund', { readonly order: number; readonly cents: number; readonly restock: boolean }>
  | Of<'ship-pieces', { readonly order: number; readonly pieces: number }>
  | Of<
      'refund-pieces',
      { readonly order: number; readonly pieces: number; readonly restock: boolean }
    >;

type Of<Kind extends string, Fields> = Kind extends string
  ? { readonly kind: Kind } & Fields
  : never;

/** The acts of a step; none when there is nothing that it could be about. */
export function actsOf(books: Books, step: Step): Act[] {
  if (step.kind === 'place') return [step];
  if (step.kind === 'wait') return [{ kind: 'wait', ms: step.hours * hourMs }];
  if (step.kind === 'open' || step.kind === 'late') return select(books, step);
  if ('payment' in step) {
    const at = fromNewest(books.payments, step.payment);
    const payment = books.payments[at];
    if (payment === undefined) return [];
    if (step.kind === 'card') {
      // The provider tells of a capture once, at that moment.
      const told = step.told === 'webhook' && payment.state !== 'open' ? 'nobody' : step.told;
      return [
        { kind: 'card', payment: at },
        { kind: 'tell', payment: at, told },
      ];
    }
    const left = payment.state === 'booked' ? books.keptCents(payment) : 0;
    if (left === 0) return [];
    return [{ kind: 'dashboard', payment: at, cents: share(left, step.percent) }];
  }
  const at = chosen(books.orders, step);
  const order = books.orders[at];
  if (order === undefined) return [];
  if (step.kind === 'cancel' || step.kind === 'ship') return [{ kind: step.kind, order: at }];
  if (step.kind === 'ask-return') {
    const pieces = share(order.shipped - piecesOfReturns(order), step.percent);
    return [{ kind: step.kind, order: at, pieces }];
  }
  const last = order.returns.at(-1);
  if (step.kind === 'withdraw-return') return last ? [{ kind: step.kind, order: at }] : [];
  if (step.kind === 'next-return')
    return last ? [{ kind: 'step-return', order: at, step: nextOf(order, last, step) }] : [];
  const pieces = share(leftToShip(order), step.percent);
  if (step.kind === 'ship-pieces') return [{ kind: step.kind, order: at, pieces }];
  if (step.kind === 'refund-pieces')
    return [{ kind: step.kind, order: at, pieces, restock: step.restock }];
  const cents = share(order.totalCents - order.refundedCents, step.percent);
  return [{ kind: 'refund', order: at, cents, restock: step.restock }];
}

/** What a return waits for; one that is over waits for nothing, and is agreed to in vain. */
function nextOf(
  order: ModelOrder,
  last: ModelReturn,
  { percent, restockPercent }: Step & { kind: 'next-return' },
): ReturnStep {
  if (last.state === 'agreed' && percent > 0)
    return { kind: 'receive', pieces: share(last.quantity, percent) };
  if (last.state === 'received') {
    const most = mostForReturn(order, last);
    const cents = percent === 0 ? 0 : share(most, percent);
    return {
      kind: 'settle',
      cents,
      restock: restockPercent === 0 ? 0 : share(last.came, restockPercent),
    };
  }
  return { kind: percent === 0 ? 'decline' : 'agree' };
}

/** The order of a step: of what is shipped in parts or sent back, one of those that are so far, if there are any. */
function chosen(orders: readonly ModelOrder[], { kind, order }: Step & { order: number }): number {
  const isFit = (one: ModelOrder): boolean => {
    if (kind === 'ship-pieces') return one.phase === 'paid';
    if (kind === 'ask-return') return one.shipped > 0;
    return kind.endsWith('-return') ? one.returns.length > 0 : true;
  };
  const fit = orders.flatMap((one, at) => (isFit(one) ? [at] : []));
  return fit[fromNewest(fit, order)] ?? fromNewest(orders, order);
}

const fromNewest = (list: readonly unknown[], back: number): number =>
  list.length - 1 - (back % Math.max(1, list.length));

/** At least 1, and of 101 per cent more than all. */
const share = (all: number, percent: number): number =>
  percent > 100 ? all + 1 : Math.max(1, Math.round((all * percent) / 100));

/** A buyer's orders that a payment is opened for; money comes late for any of them. */
function select(books: Books, { kind, buyer, picks }: Step & { kind: 'open' | 'late' }): Act[] {
  const all = books.orders.flatMap((order, at) => (order.buyer === buyer ? [at] : [])).slice(-8);
  // A page offers what is unpaid; all bits set is a page that is older than that.
  const shown = kind === 'late' ? all : all.filter((at) => books.orders[at]?.phase === 'unpaid');
  const orders = shown.filter((_, place) => (picks >> place) & 1);
  if (orders.length === 0) return [];
  const touched = kind === 'open' ? books.touching(orders) : [];
  const captured = touched.find(({ state }) => state === 'captured');
  // Which of several payments the shop asks about first is its own business.
  return captured !== undefined && touched.length > 1
    ? [{ kind, orders: captured.orders }]
    : [{ kind, orders }];
}

/** Does it in the model; answers what the shop should answer. */
export function act(books: Books, what: Act, idOf: (line: number) => string): Outcome {
  if (what.kind === 'place') return books.place(what.buyer, merged(what.lines), idOf);
  if (what.kind === 'open') return books.open(what.orders);
  if (what.kind === 'late') return books.late(what.orders);
  if (what.kind === 'wait') return books.wait(what.ms);
  if (what.kind === 'cancel') return books.cancel(what.order);
  if (what.kind === 'ship') return books.ship(what.order);
  if (what.kind === 'ship-pieces') return books.ship(what.order, what.pieces);
  if (what.kind === 'refund-pieces')
    return books.refundPieces(what.order, what.pieces, what.restock);
  if (what.kind === 'ask-return') return books.askReturn(what.order, what.pieces);
  if (what.kind === 'withdraw-return') return books.withdrawReturn(what.order);
  if (what.kind === 'step-return') return books.stepReturn(what.order, what.step);
  if (what.kind === 'refund') return books.refund(what.order, what.cents, what.restock);
  if (what.kind === 'dashboard') return books.dashboard(what.payment, what.cents);
  const payment = books.payments[what.payment]!;
  if (what.kind === 'card') return books.card(payment);
  if (what.told === 'patch') return books.confirm(what.payment);
  if (what.told === 'webhook') books.book(payment);
  return 'done';
}

/** Equal parts of a list are one line, in the place of the first. */
function merged(
  lines: readonly (readonly [part: number, quantity: number])[],
): Map<number, number> {
  const all = new Map<number, number>();
  for (const [part, quantity] of lines) all.set(part, (all.get(part) ?? 0) + quantity);
  return all;
}
