import { deleteAddressesOf } from '#server/addresses/store.ts';
import { endWeekly } from '#server/figures/weekly-store.ts';
import { deleteGarageOf } from '#server/garage/store.ts';
import { deleteListOf } from '#server/order-list/store.ts';
import { deleteSavedListsOf } from '#server/saved-lists/store.ts';
import type { Database } from '#server/shop.ts';
import { deleteAlertsOf } from '#server/stock-alerts/store.ts';
import { deleteTokensOf } from './token-store.ts';

/** Deletes what an account has for itself alone, when it is closed, removed, or passes to another person: no order needs it. */
export async function deleteBelongings(tx: Database, userId: string): Promise<void> {
  await deleteTokensOf(tx, userId);
  await deleteListOf(tx, userId);
  await deleteAlertsOf(tx, userId);
  await deleteSavedListsOf(tx, userId);
  await deleteAddressesOf(tx, userId);
  await deleteGarageOf(tx, userId);
  await endWeekly(tx, userId);
}
