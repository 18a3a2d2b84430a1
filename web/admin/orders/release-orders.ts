import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';

/** The list as a whole, where a note stands beside a row. */
const wholeList = 'released';

/** Cancels unpaid orders, so that their pieces are on sale again, and says how many; what could not be cancelled is told beside the list. */
export async function releaseOrders(orderIds: readonly string[]): Promise<StepOutcome> {
  let [released, kept]: [number, readonly { message: string }[]] = [0, []];
  const outcome = await takeStep(
    async () => {
      const answer = await call('releaseOrders', { body: { orderIds: [...orderIds] } });
      [released, kept] = [answer.released.length, answer.kept];
    },
    wholeList,
    'Nothing was cancelled.',
  );
  if (outcome.kind !== 'done') return outcome;
  if (released > 0)
    toastSuccess(released === 1 ? '1 order cancelled' : `${released} orders cancelled`);
  if (kept.length === 0) return outcome;
  return { kind: 'refused', rowId: wholeList, sentence: notCancelled(kept) };
}

function notCancelled(kept: readonly { message: string }[]): string {
  const reasons = [...new Set(kept.map(({ message }) => message))].join(' ');
  return kept.length === 1
    ? `1 order was not cancelled. ${reasons}`
    : `${kept.length} orders were not cancelled. ${reasons}`;
}
