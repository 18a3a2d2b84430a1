import { texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.tsx';

/** How a cancel turned out; `sentence` is the shop's reason when it refused. */
export type CancelOutcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly orderId: string; readonly sentence: string }
  | { readonly kind: 'signed-out' };

/** Cancels an unpaid order and says so (Spec §8). An ended session was told by 'Login Expired' already and is told once. */
export async function cancelOrder(orderId: string): Promise<CancelOutcome> {
  try {
    await call('cancelOrder', { query: { id: orderId } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401 || error.status === 403) return { kind: 'signed-out' };
    toastError(texts.cancelFailed);
    return { kind: 'refused', orderId, sentence: `Not cancelled. ${error.message}` };
  }
  toastSuccess(texts.orderCancelled);
  return { kind: 'cancelled' };
}
