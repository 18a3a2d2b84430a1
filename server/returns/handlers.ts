import { mapPage } from '#server/db/page.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import { countRestockable } from '#server/orders/restockable.ts';
import { findOwnOrder } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';
import { askReturn, returnable, withdrawReturn } from './ask-return.ts';
import { addPicture, getPicture } from './pictures.ts';
import { showManagedReturn } from './show-return.ts';
import { stepReturn } from './step-return.ts';
import {
  listAllReturns,
  listOrdersOfReturns,
  listPictureIds,
  listReturnsOf,
  showReturn,
} from './store.ts';

/** What customers and admins do with returns. */
export function returnHandlers(
  shop: Shop,
): Handlers<
  | 'askReturn'
  | 'listOrderReturns'
  | 'withdrawReturn'
  | 'addReturnPicture'
  | 'getReturnPicture'
  | 'listManagedReturns'
  | 'stepReturn'
> {
  return {
    askReturn: ({ params, body, who, idempotencyKey }) =>
      askReturn(shop, who, { ...body, orderId: params.id, key: idempotencyKey }),

    async listOrderReturns({ params, who }) {
      const order = (await findOwnOrder(shop.db, params.id, who)) ?? refuse('order_not_found');
      const rows = await listReturnsOf(shop.db, [order.id]);
      const picturesOf = await listPictureIds(shop.db, rows);
      return {
        returnable: returnable(order, rows),
        returns: rows.map((row) => showReturn(row, picturesOf(row))),
      };
    },

    async withdrawReturn({ params, who }) {
      await withdrawReturn(shop, who, params.id);
      return { acknowledged: true };
    },

    addReturnPicture: ({ params, body, who }) => addPicture(shop, who, params.id, body),

    getReturnPicture: ({ params, who }) => getPicture(shop, who, params),

    async listManagedReturns({ query }) {
      const page = await listAllReturns(shop.db, query);
      const orders = await listOrdersOfReturns(
        shop.db,
        page.rows.map(({ order_id }) => order_id),
      );
      const orderOf = new Map(orders.map((order) => [order.id, order]));
      const restockable = await countRestockable(shop.db, orders);
      const picturesOf = await listPictureIds(shop.db, page.rows);
      return mapPage(page, (row) => {
        const order = orderOf.get(row.order_id) ?? refuse('internal');
        const of = { pictures: picturesOf(row), restockable: restockable(order.id) };
        return showManagedReturn(row, order, of);
      });
    },

    stepReturn: ({ params, body, who, idempotencyKey }) =>
      stepReturn(shop, who, { id: params.id, wanted: body, key: idempotencyKey }),
  };
}
