import type { Batch } from '#contract/batches.ts';
import type { BulkDone } from '#contract/fields.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { bulkFields, idsIn } from '#web/admin/list/bulk-step.ts';
import { BulkResults, ConfirmBulk } from '#web/admin/list/bulk-table.tsx';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import type { Step } from '#web/ui/use-step.ts';
import { shipping } from './shipping.ts';

const approved = bulkFields('ship-list', shipping.can);

/** `useStep(approvalOf(batchId))`: what the page's action is sent. */
export const approvalOf = (batchId: string) => (lines: readonly Order[]) => ({
  ...approved(lines),
  batchId,
});

/** Ships what is left of the lines of a list that were asked about, in one step; answers how each of them is. */
export async function approveBatch(id: string, form: FormData): Promise<StepOutcome> {
  const body = { ids: idsIn(form) };
  let results: BulkDone['results'] = [];
  const outcome = await takeStep(
    async () => ({ results } = await call('shipBatch', { params: { id }, body })),
    id,
    'Nothing was shipped.',
  );
  return outcome.kind === 'done' ? { ...outcome, results } : outcome;
}

/** The button that approves all lines of a list, with the question before it and how it went. */
export function ApproveBatch(props: { batch: Batch; step: Step<readonly Order[]> }) {
  const { batch, step } = props;
  const lines = batch.orders.filter(({ cancelled }) => !cancelled);
  const ready = lines.filter(shipping.can).length;
  return (
    <>
      {ready > 0 && (
        <Button onClick={() => step.ask(lines)}>
          {`${texts.approve} ${ready} ${ready === 1 ? 'line' : 'lines'}`}
        </Button>
      )}
      <ConfirmBulk bulk={shipping} step={step} />
    </>
  );
}

/** How the approval of a list went, line by line. */
export function ApprovalResults({ step }: { step: Step<readonly Order[]> }) {
  return <BulkResults bulk={shipping} step={step} />;
}
