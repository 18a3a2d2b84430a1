import type { BulkDone } from '#contract/fields.ts';
import { formatDollars } from '#contract/money.ts';
import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { StepNoteLine, type StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { useStep, type Step } from '#web/ui/use-step.ts';

/** A list with lines that are not paid: how many, and what they come to in dollars. */
export interface UnpaidList {
  readonly _id: string;
  readonly number: string;
  readonly unpaid: number;
  readonly total: number;
}

/** `useStep(cancelOfList)`: what the page's action is sent. */
export const cancelOfList = ({ _id }: UnpaidList) => ({ step: 'cancel-list', batchId: _id });

/** Cancels all unpaid lines of a list and says how many; what could not be cancelled is told beside the list. */
export async function cancelList(id: string): Promise<StepOutcome> {
  let results: BulkDone['results'] = [];
  const outcome = await takeStep(
    async () => ({ results } = await call('cancelBatch', { params: { id } })),
    id,
    'Nothing was cancelled.',
  );
  if (outcome.kind !== 'done') return outcome;
  const kept = results.filter(({ done }) => !done);
  const cancelled = results.length - kept.length;
  if (cancelled > 0) toastSuccess(`${linesOf(cancelled)} cancelled`);
  if (kept.length === 0) return outcome;
  const reasons = [...new Set(kept.map(({ message = '' }) => message))].join(' ');
  const were = kept.length === 1 ? 'was' : 'were';
  return {
    kind: 'refused',
    rowId: id,
    sentence: `${linesOf(kept.length)} ${were} not cancelled. ${reasons}`,
  };
}

/** The button that cancels all unpaid lines of a list, with the question before it. */
export function CancelList({ list }: { list: UnpaidList }) {
  const step = useStep(cancelOfList);
  return (
    <div>
      {list.unpaid > 0 && (
        <Button onClick={() => step.ask(list)}>
          {`${texts.cancel} ${list.unpaid === 1 ? 'its unpaid line' : `all ${list.unpaid} unpaid lines`}`}
        </Button>
      )}
      <StepNoteLine note={step.note} rowId={list._id} />
      <ConfirmCancelList step={step} />
    </div>
  );
}

/** One question for all lines. */
export function ConfirmCancelList({ step }: { step: Step<UnpaidList> }) {
  const { asked } = step;
  return (
    <Confirm
      open={asked !== undefined}
      title={texts.confirmCancelTitle}
      question={
        asked?.unpaid === 1
          ? texts.confirmCancelQuestion
          : `Are you sure you want to cancel all ${asked?.unpaid ?? 0} unpaid lines of this list?`
      }
      about={asked && `List ${asked.number}, ${formatDollars(asked.total)} not paid`}
      pending={step.pending}
      onYes={step.yes}
      onNo={step.no}
    />
  );
}

function linesOf(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}
