import { useNavigate } from 'react-router';
import { centsOf, dollarsOf } from '#contract/money.ts';
import { keyOf } from '#web/order-list/list-model.ts';
import { changeLines } from '#web/order-list/order-list.ts';
import { paths } from '#web/paths.ts';
import type { OtherPrices } from '#web/payments/other-prices.tsx';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { linesInWords } from './added-words.ts';
import { endListDraft } from './list-draft.ts';
import type { PadRow } from './pad-rows.ts';
import type { ListOutcome } from './submit-list.ts';

type Placed = Extract<ListOutcome, { kind: 'placed' }>;

/** The list was ordered, and its customer is here to read it: its lines leave it; what is next is to pay. */
export function usePlaced(rows: readonly PadRow[], onClose: () => void) {
  const navigate = useNavigate();
  return (placed: Placed) => {
    endListDraft();
    const { gone, shown } = orderedOf(rows, placed);
    changeLines((lines) => lines.filter((line) => !gone.has(keyOf(line))));
    toastSuccess(`${linesInWords(placed.orders.length)} ordered.`);
    onClose();
    const otherPrices: OtherPrices | undefined =
      shown === placed.total ? undefined : { shown, total: placed.total };
    void navigate(paths.payTogether({ batches: [placed.insertedId] }), { state: { otherPrices } });
  };
}

/**
 * The keys of the lines that were ordered, and what the orders come to at the prices that were shown, in dollars. The list may be
 * another by now: lines that came to it from elsewhere while it was sent are not ordered.
 */
export function orderedOf(
  rows: readonly PadRow[],
  { orders }: Pick<Placed, 'orders'>,
): { readonly gone: ReadonlySet<string>; readonly shown: number } {
  const byPart = new Map(
    rows.flatMap((row) =>
      row.found?.kind === 'part' && !row.twin ? [[row.found.part._id, row]] : [],
    ),
  );
  const ordered = orders.map((order) => ({ order, row: byPart.get(order.productId) }));
  const cents = ordered.map(({ order, row }) =>
    // Of other pieces nothing was shown to compare with.
    centsOf((row?.line.quantity === order.quantity && row.advice?.total) || order.total),
  );
  return {
    gone: new Set(ordered.flatMap(({ row }) => row?.key ?? [])),
    shown: dollarsOf(cents.reduce((sum, one) => sum + one, 0)),
  };
}
