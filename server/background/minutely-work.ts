import { forgetImports } from '#server/imports/forget-imports.ts';
import { forgetImages } from '#server/images/forget-images.ts';
import { isUnreachable } from '#server/db/transaction.ts';
import { endOrders } from '#server/orders/end-orders.ts';
import { remindPayers } from '#server/orders/remind-payers.ts';
import { tellWhenBack } from '#server/stock-alerts/tell-when-back.ts';
import { checkCapturedPayments } from '#server/payments/check-captured-payments.ts';
import { listPayments } from '#server/unbooked-payments/list-payments.ts';
import { finishRefunds, reconcilePayments } from '#server/payments/reconcile-payments.ts';
import { countStock } from '#server/figures/stock.ts';
import { sumUpDays } from '#server/figures/sum-up.ts';
import { mailWeeklyFigures } from '#server/figures/weekly-mail.ts';
import { forgetOld } from './retention.ts';
import { indexParts } from '#server/parts/index-parts.ts';
import { indexTypes } from '#server/parts/index-types.ts';
import { inBackground, type Shop } from '#server/shop.ts';
import { forgetIdentities } from '#server/users/forget-identities.ts';
import { refreshSettings } from '#server/settings/refresh-settings.ts';
import { removeUnconfirmed } from '#server/users/remove-unconfirmed.ts';
import { sumUpEmptySearches } from '#server/search/empty-searches-store.ts';
import { checkFitments } from '#server/vehicles/check-fitments.ts';
import { spellVehicles } from '#server/vehicles/spell-vehicles.ts';

const works: readonly ((shop: Shop) => Promise<unknown>)[] = [
  refreshSettings,
  reconcilePayments,
  listPayments,
  finishRefunds,
  checkCapturedPayments,
  remindPayers,
  endOrders,
  tellWhenBack,
  forgetIdentities,
  removeUnconfirmed,
  forgetOld,
  forgetImages,
  spellVehicles,
  checkFitments,
  indexTypes,
  indexParts,
  forgetImports,
  sumUpEmptySearches,
  sumUpDays,
  countStock,
  mailWeeklyFigures,
];

/** The names of its tasks, in order. */
export const minutelyTasks: readonly string[] = works.map(({ name }) => name);

/**
 * The background work of every minute: payments, refunds, reminders, holds, closed accounts, expired data. All copies may
 * run it. Begins nothing new once `ending` is aborted because the shop closes; `done` is told each task that is finished.
 * A task that fails stops none of the others, for one whose statements always take too long would stop those behind it for ever;
 * unless the database is out of reach. Then it throws what failed.
 */
export async function minutelyWork(
  shop: Shop,
  ending: AbortSignal,
  done: (task: string) => void,
): Promise<void> {
  const background = inBackground(shop);
  const failed = new Map<string, unknown>();
  for (const work of works) {
    if (ending.aborted) break;
    try {
      await work(background);
      done(work.name);
    } catch (error) {
      if (isUnreachable(error)) throw error;
      failed.set(work.name, error);
    }
  }
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `Failed: ${[...failed.keys()].join(', ')}.`);
}
