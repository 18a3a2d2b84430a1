import { texts } from '#contract/texts.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { failureOf } from '#web/ui/take-step.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.tsx';

/** Cancels an unpaid order and says so (Spec §8). An ended session shows only 'Login Expired'. */
export async function cancelOrder(orderId: string): Promise<StepOutcome> {
  try {
    await call('cancelOrder', { query: { id: orderId } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401 || error.status === 403) return { kind: 'signed-out' };
    toastError(texts.cancelFailed);
    return { kind: 'refused', rowId: orderId, sentence: failureOf(error, 'Not cancelled.') };
  }
  toastSuccess(texts.orderCancelled);
  return { kind: 'done' };
}
