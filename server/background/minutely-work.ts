import { endOrders } from '#server/orders/end-orders.ts';
import { remindPayers } from '#server/orders/remind-payers.ts';
import { checkCapturedPayments } from '#server/payments/check-captured-payments.ts';
import { finishRefunds, reconcilePayments } from '#server/payments/reconcile-payments.ts';
import { forgetOld } from './retention.ts';
import { inBackground, type Shop } from '#server/shop.ts';
import { forgetIdentities } from '#server/users/forget-identities.ts';
import { removeUnconfirmed } from '#server/users/remove-unconfirmed.ts';

/**
 * What a shop has to look after every minute: payments, refunds, reminders, holds, accounts that end, and what is old.
 * Any number of copies may do it. Nothing more is begun once `ending` says that the shop closes.
 */
export async function minutelyWork(shop: Shop, ending: AbortSignal): Promise<void> {
  const background = inBackground(shop);
  const works = [
    reconcilePayments,
    finishRefunds,
    checkCapturedPayments,
    remindPayers,
    endOrders,
    forgetIdentities,
    removeUnconfirmed,
    forgetOld,
  ];
  for (const work of works) {
    if (ending.aborted) return;
    await work(background);
  }
}
