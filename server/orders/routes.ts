import { dollarsOf } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { mapPage } from '#server/db/page.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import { cancelOrder } from '#server/orders/cancel-order.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import { shipOrder } from '#server/orders/ship-order.ts';
import { findOrder, listAllOrders, listOrdersOf, type OrderRow } from '#server/orders/store.ts';
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

/** What customers and admins do with orders. */
export function orderHandlers(
  shop: Shop,
): Handlers<'placeOrder' | 'listOrders' | 'getOrder' | 'cancelOrder' | 'listAllOrders' | 'shipOrder'> {
  return {
    placeOrder: ({ who, body, idempotencyKey }) => placeOrder(shop, who, body, idempotencyKey),

    async listOrders({ query }) {
      return mapPage(await listOrdersOf(shop.db, query), showOrder);
    },

    async getOrder({ params, who }) {
      const row = (await findOrder(shop.db, params.id)) ?? refuse('order_not_found');
      const order = showOrder(row);
      if (who.kind === 'customer' && (who.isAdmin || who.userId === row.user_id)) return order;
      const { _id, productId, productName, image, price, quantity, total, paid, status } = order;
      return { _id, productId, productName, image, price, quantity, total, paid, status };
    },

    async cancelOrder({ query, who }) {
      await cancelOrder(shop, query.id, who.isAdmin ? { whose: who, because: 'admin', admin: who } : { whose: who, because: 'customer' });
      return { deletedCount: 1 };
    },

    async listAllOrders({ query }) {
      return mapPage(await listAllOrders(shop.db, query), showOrder);
    },

    async shipOrder({ params, who }) {
      await shipOrder(shop, who, params.id);
      return { acknowledged: true };
    },
  };
}
