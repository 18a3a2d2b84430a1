import { inTransaction } from '#server/db/transaction.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { lockOrdersToRemind } from '#server/mails/store.ts';
import type { Shop } from '#server/shop.ts';

const mostAtOnce = 100;

/** Reminds customers, once, of orders whose hold ends soon. Called every minute; any number of copies may run it. */
export async function remindPayers(shop: Shop): Promise<void> {
  const due = { now: shop.clock.now(), orderHoldHours: shop.orderHoldHours, most: mostAtOnce };
  await inTransaction(shop.db, async (tx) => {
    for (const orderId of await lockOrdersToRemind(tx, due))
      await mailCustomer(tx, shop, orderId, { kind: 'reminder' });
  });
}
