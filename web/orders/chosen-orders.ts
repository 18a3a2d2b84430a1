import { useState } from 'react';
import { centsOf } from '#contract/money.ts';
import type { ListedOrder, MyOrder } from '#contract/my-orders.ts';
import { orderCan } from '#contract/order-rules.ts';
import { toggled } from '#web/ui/selection.tsx';

/** What can be paid: an order, a line of a batch, or all unpaid lines of a batch. */
interface Payable {
  readonly id: string;
  readonly kind: MyOrder['kind'];
  readonly batchId: string | null;
  readonly orders: number;
  readonly cents: number;
}

/** What can be paid of a row; undefined when nothing can. */
export function payableOf(row: MyOrder): Payable | undefined {
  const { _id: id, kind } = row;
  if (kind === 'order') {
    if (row.cancelled || !orderCan.pay(row)) return undefined;
    return { id, kind, batchId: row.batchId, orders: 1, cents: centsOf(row.total) };
  }
  const orders = row.states.unpaid;
  if (orders === 0) return undefined;
  return { id, kind, batchId: null, orders, cents: centsOf(row.unpaidTotal) };
}

/** Those of the payable rows that are chosen: a line of a chosen batch is chosen with it. */
export function chosenOf(rows: readonly MyOrder[], keys: ReadonlySet<string>): readonly Payable[] {
  return rows.flatMap((row) => {
    const payable = payableOf(row);
    const isChosen = payable && keys.has(payable.id) && !keys.has(payable.batchId ?? '');
    return isChosen ? payable : [];
  });
}

/** How the box of a row stands. `fixed`: with its batch. */
export function boxOf(row: MyOrder, chosen: readonly Payable[]) {
  const has = (id: string | null) => chosen.some((one) => one.id === id);
  const fixed = row.kind === 'order' && has(row.batchId);
  return {
    checked: fixed || has(row._id),
    some: chosen.some(({ batchId }) => batchId === row._id),
    fixed,
  };
}

/** The most orders that are chosen one by one: each of them is loaded by itself to be paid. */
export const mostChosen = 100;

/** Chooses among rows that can be paid: single orders, batches, and lines of opened ones. */
export interface ChosenOrders {
  readonly chosen: readonly Payable[];
  readonly toggle: (row: MyOrder) => void;
  readonly clear: () => void;
}

/** `lines`: those of the batches that have been opened. A row that goes, or is paid, is chosen no more. */
export function useChosenOrders(
  rows: readonly MyOrder[],
  lines: readonly ListedOrder[],
): ChosenOrders {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const chosen = chosenOf([...rows, ...lines], keys);
  return {
    chosen,
    toggle({ _id }) {
      const ofBatch = lines.filter(({ batchId }) => batchId === _id).map((line) => line._id);
      setKeys(toggled(new Set([...keys].filter((key) => !ofBatch.includes(key))), _id));
    },
    clear: () => setKeys(new Set()),
  };
}
