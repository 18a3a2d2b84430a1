import { useNavigate } from 'react-router';
import { centsOf, dollarsOf } from '#contract/money.ts';
import { keyOf } from '#web/order-list/list-model.ts';
import { changeLines } from '#web/order-list/order-list.ts';
import { paths } from '#web/paths.ts';
import type { OtherPrices } from '#web/payments/other-prices.tsx';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { linesInWords } from './added-words.ts';
import type { PadRow } from './pad-rows.ts';
import type { ListOutcome } from './submit-list.ts';

type Placed = Extract<ListOutcome, { kind: 'placed' }>;

/** The lines that were ordered leave the list; what is next is to pay them. */
export function usePlaced(rows: readonly PadRow[], onClose: () => void) {
  const navigate = useNavigate();
  return (placed: Placed) => {
    const ordered = orderedOf(rows, placed);
    const gone = new Set(ordered.map(({ key }) => key));
    changeLines((lines) => lines.filter((line) => !gone.has(keyOf(line))));
    toastSuccess(`${linesInWords(placed.orders.length)} ordered.`);
    onClose();
    const shown = totalOf(ordered);
    const otherPrices: OtherPrices | undefined =
      shown === placed.total ? undefined : { shown, total: placed.total };
    void navigate(paths.payTogether({ batches: [placed.insertedId] }), { state: { otherPrices } });
  };
}

function orderedOf(rows: readonly PadRow[], { refused }: Placed): readonly PadRow[] {
  const left = new Set(refused.map(({ productId }) => productId));
  return rows.filter(({ found }) => found?.kind === 'part' && !left.has(found.part._id));
}

/** What the rows come to as they were shown, in dollars. */
function totalOf(rows: readonly PadRow[]): number {
  return dollarsOf(rows.reduce((sum, { advice }) => sum + centsOf(advice?.total ?? 0), 0));
}
