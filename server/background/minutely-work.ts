import { forgetImages } from '#server/images/forget-images.ts';
import { endOrders } from '#server/orders/end-orders.ts';
import { remindPayers } from '#server/orders/remind-payers.ts';
import { checkCapturedPayments } from '#server/payments/check-captured-payments.ts';
import { listPayments } from '#server/unbooked-payments/list-payments.ts';
import { finishRefunds, reconcilePayments } from '#server/payments/reconcile-payments.ts';
import { forgetOld } from './retention.ts';
import { inBackground, type Shop } from '#server/shop.ts';
import { forgetIdentities } from '#server/users/forget-identities.ts';
import { removeUnconfirmed } from '#server/users/remove-unconfirmed.ts';

const works: readonly ((shop: Shop) => Promise<unknown>)[] = [
  reconcilePayments,
  listPayments,
  finishRefunds,
  checkCapturedPayments,
  remindPayers,
  endOrders,
  forgetIdentities,
  removeUnconfirmed,
  forgetOld,
  forgetImages,
];

/** The names of its tasks, in order. */
export const minutelyTasks: readonly string[] = works.map(({ name }) => name);

/**
 * The background work of every minute: payments, refunds, reminders, holds, closed accounts, expired data. All copies may
 * run it. Begins nothing new once `ending` is aborted because the shop closes; `done` is told each task that is finished.
 */
export async function minutelyWork(
  shop: Shop,
  ending: AbortSignal,
  done: (task: string) => void,
): Promise<void> {
  const background = inBackground(shop);
  for (const work of works) {
    if (ending.aborted) return;
    await work(background);
    done(work.name);
  }
}
