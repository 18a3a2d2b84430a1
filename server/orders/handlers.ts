import { mapPage } from '#server/db/page.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import { listBoughtParts } from './bought-before.ts';
import { cancelOrder } from './cancel-order.ts';
import { previewHold } from './preview-hold.ts';
import { listShipments } from './shipment-store.ts';
import { placeOrder } from './place-order.ts';
import { getOrderHistory } from './order-history.ts';
import { releaseOrders } from './release-orders.ts';
import { findOrder } from './store.ts';
import { listOrders } from './order-lists.ts';
import { showInFull, showOrder, showOrderToPay } from './show-order.ts';
import { mayUseLink } from '#server/payments/pay-link.ts';
import type { Shop } from '#server/shop.ts';

/** What customers and admins do with orders. */
export function orderHandlers(
  shop: Shop,
): Handlers<
  | 'placeOrder'
  | 'listOrders'
  | 'getOrder'
  | 'cancelOrder'
  | 'getOrderHistory'
  | 'getHold'
  | 'releaseOrders'
  | 'listBoughtParts'
> {
  return {
    placeOrder: ({ who, body, idempotencyKey, address }) =>
      placeOrder(shop, body, { tokenHash: who.tokenHash, key: idempotencyKey, address }),

    async listOrders({ query }) {
      return mapPage(await listOrders(shop.db, query), (row) => showOrder(row, shop));
    },

    async getOrder({ params, query, who }) {
      const row = (await findOrder(shop.db, params.id)) ?? refuse('order_not_found');
      mayUseLink(row, who, query.key);
      if (who.kind === 'customer' && (who.isAdmin || who.userId === row.user_id))
        return showInFull(row, await listShipments(shop.db, [row.id]), shop);
      return showOrderToPay(showOrder(row, shop));
    },

    async cancelOrder({ query, who }) {
      await cancelOrder(
        shop,
        query.id,
        who.isAdmin
          ? { whose: who, because: 'admin', admin: who }
          : { whose: who, because: 'customer' },
      );
      return { deletedCount: 1 };
    },

    getOrderHistory: ({ params, who }) => getOrderHistory(shop, who, params.id),

    listBoughtParts: ({ who, query }) => listBoughtParts(shop.db, who.userId, query),

    getHold: ({ who, address }) => previewHold(shop, { userId: who.userId, address }),

    releaseOrders: ({ who, body }) => releaseOrders(shop, who, body.orderIds),
  };
}
