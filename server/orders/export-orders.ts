import type { OwnOrder } from '#contract/account-data.ts';
import { dollarsOf } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { listEventsOfCustomer } from '#server/history/store.ts';
import { showEvent } from './order-history.ts';
import { listShipmentsOfCustomer } from './shipment-store.ts';
import { showInFull } from './show-order.ts';
import { listEveryOrderOf } from './account-store.ts';
import { listPaymentsOf } from '#server/payments/store.ts';
import { listPictureIds, listReturnsOfCustomer, showReturn } from '#server/returns/store.ts';
import type { Shop } from '#server/shop.ts';

/** Every order of a customer with its history and payments, for the owner's export; cancelled ones too, newest first. */
export async function exportOrders(shop: Shop, userId: string): Promise<OwnOrder[]> {
  const rows = await listEveryOrderOf(shop.db, userId);
  const events = Map.groupBy(
    await listEventsOfCustomer(shop.db, userId),
    ({ order_id }) => order_id,
  );
  const shipments = Map.groupBy(
    await listShipmentsOfCustomer(shop.db, userId),
    ({ order_id }) => order_id,
  );
  const payments = Map.groupBy(await listPaymentsOf(shop.db, userId), ({ order_id }) => order_id);
  const returns = await listReturnsOfCustomer(shop.db, userId);
  const picturesOf = await listPictureIds(shop.db, returns);
  const returnsOf = Map.groupBy(returns, ({ order_id }) => order_id);
  return rows.map((row) => ({
    ...showInFull(row, shipments.get(row.id) ?? [], shop),
    number: orderNumber(row.id),
    cancelled: row.state === 'cancelled',
    events: (events.get(row.id) ?? []).map((event) => showEvent(event)),
    payments: (payments.get(row.id) ?? []).map(
      ({ intent_id, amount_cents, state, created_at }) => ({
        transactionId: intent_id,
        amount: dollarsOf(amount_cents),
        state,
        createdAt: created_at.toISOString(),
      }),
    ),
    returns: (returnsOf.get(row.id) ?? []).map((one) => showReturn(one, picturesOf(one))),
  }));
}
