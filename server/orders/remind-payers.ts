import { inTransaction } from '#server/db/transaction.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { lockOrdersToRemind } from '#server/mails/store.ts';
import type { Shop } from '#server/shop.ts';

const batch = 100;

/** Reminds customers, once, of orders whose hold ends soon. Runs every minute, in any number of processes. */
export async function remindPayers(shop: Shop): Promise<void> {
  const due = { now: shop.clock.now(), orderHoldHours: shop.orderHoldHours, most: batch };
  await inTransaction(shop.db, async (tx) => {
    for (const orderId of await lockOrdersToRemind(tx, due))
      await mailCustomer(tx, shop, orderId, { kind: 'reminder' });
  });
}
