import { inBatches } from '#server/background/in-batches.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { lockOrdersToRemind } from '#server/mails/store.ts';
import { mailBatchReminder } from '#server/mails/mail-batches.ts';
import { ofBatches, ofNoBatch } from './cancel-lines.ts';
import type { Shop } from '#server/shop.ts';

const most = 100;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Reminds customers, once, of orders whose hold ends soon; of a batch in one mail. Runs every minute, in any number of processes. */
export async function remindPayers(shop: Shop): Promise<void> {
  const due = { now: shop.clock.now(), orderHoldHours: shop.orderHoldHours, most };
  // An address that has had all mails of its day gets none, so its orders are found again: others are looked for behind them.
  let after = beforeAll;
  const step = () =>
    inTransaction(shop.db, async (tx) => {
      const orders = await lockOrdersToRemind(tx, { ...due, after });
      for (const { id } of ofNoBatch(orders))
        await mailCustomer(tx, shop, id, { kind: 'reminder' });
      for (const [{ batch_id }] of ofBatches(orders))
        if (batch_id !== null) await mailBatchReminder(tx, shop, batch_id);
      after = orders.at(-1)?.id ?? after;
      return orders.length;
    });
  await inBatches(step, most);
}
