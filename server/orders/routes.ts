import { dollarsOf } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { pageLimit, pageOf } from '#server/db/page.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import { cancelOrder } from '#server/orders/cancel-order.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import { findOrder, listOrdersOf, type OrderRow } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';

/** An order as its customer and admins see it. */
function showOrder(row: OrderRow): Order {
  return {
    _id: row.id,
    productId: row.part_id,
    productName: row.part_name,
    image: row.image,
    price: dollarsOf(row.unit_price_cents),
    quantity: row.quantity,
    total: dollarsOf(row.total_cents),
    paid: row.paid_at !== null,
    status: row.state === 'shipped' ? 'shipped' : null,
    name: row.name,
    email: row.email,
    address: row.address,
    phone: row.phone,
    transactionId: row.transaction_id,
    createdAt: row.created_at.toISOString(),
  };
}

/** What a customer does with orders. */
export function orderHandlers(shop: Shop): Handlers<'placeOrder' | 'listOrders' | 'getOrder' | 'cancelOrder'> {
  return {
    placeOrder: ({ who, body, idempotencyKey }) => placeOrder(shop, who, body, idempotencyKey),

    async listOrders({ query }) {
      return pageOf(await listOrdersOf(shop.db, query), query.limit ?? pageLimit, showOrder);
    },

    async getOrder({ params, who }) {
      const row = (await findOrder(shop.db, params.id)) ?? refuse('order_not_found');
      const order = showOrder(row);
      if (who.kind === 'customer' && (who.isAdmin || who.userId === row.user_id)) return order;
      const { _id, productId, productName, image, price, quantity, total, paid, status } = order;
      return { _id, productId, productName, image, price, quantity, total, paid, status };
    },

    async cancelOrder({ query, who }) {
      await cancelOrder(shop, query.id, { whose: who, because: who.isAdmin ? 'admin' : 'customer' });
      return { deletedCount: 1 };
    },
  };
}
