import { inTransaction } from '#server/db/transaction.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { lockOrdersToRemind } from '#server/mails/store.ts';
import type { Shop } from '#server/shop.ts';
import { placedBeforeHoldEnds } from './hold.ts';

const mostAtOnce = 100;

/** Reminds customers, once, of orders whose hold ends soon. Called every minute; any number of copies may run it. */
export async function remindPayers(shop: Shop): Promise<void> {
  const placed = placedBeforeHoldEnds(shop.clock.now(), shop.orderHoldHours);
  await inTransaction(shop.db, async (tx) => {
    for (const orderId of await lockOrdersToRemind(tx, { ...placed, most: mostAtOnce }))
      await mailCustomer(tx, shop, orderId, { kind: 'reminder' });
  });
}
