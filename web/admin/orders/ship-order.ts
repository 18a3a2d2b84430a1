import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/admin/list/step-note.tsx';
import { takeStep } from '#web/admin/list/take-step.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';

/** Marks a paid order as shipped and says so (Spec §8). */
export async function shipOrder(id: string): Promise<StepOutcome> {
  const outcome = await takeStep(() => call('shipOrder', { params: { id }, body: { status: 'shipped' } }), id, 'Not shipped.');
  if (outcome.kind === 'done') toastSuccess(texts.orderShipped);
  return outcome;
}
