import { batchNumber } from '#contract/batch-rules.ts';
import type { Page } from '#contract/api.ts';
import { dollarsOf } from '#contract/money.ts';
import { orderNumber, orderWord } from '#contract/order-rules.ts';
import type { AllOrdersQuery, Order } from '#contract/orders.ts';
import { mapPage } from '#server/db/page.ts';
import { csvOf, type CsvColumn } from '#server/http/csv.ts';
import { eachByItself } from '#server/http/each-by-itself.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { findBatchTexts, type BatchTexts } from './batch-store.ts';
import { countAllOrders, listAllOrders } from './order-lists.ts';
import { shipOrder } from './ship-order.ts';
import { showOrder } from './show-order.ts';

/** The admin's table of all orders. */
export function allOrdersHandlers(
  shop: Shop,
): Handlers<'listAllOrders' | 'countAllOrders' | 'exportOrders' | 'shipOrders'> {
  const list = async (query: AllOrdersQuery) =>
    mapPage(await listAllOrders(shop.db, query), (row) => showOrder(row, shop));
  return {
    listAllOrders: ({ query }) => list(query),

    async countAllOrders({ query }) {
      const { totalCents, ...counted } = await countAllOrders(shop.db, query);
      return { ...counted, total: totalCents === null ? null : dollarsOf(totalCents) };
    },

    exportOrders: async ({ query }) =>
      csvOf(columns, (cursor) => listForFile(shop, { ...query, cursor })),

    async shipOrders({ who, body }) {
      const tracking = { carrier: '', trackingNumber: '', trackingLink: '' };
      const results = await eachByItself(body.ids, (orderId) =>
        shipOrder(shop, who, { orderId, ...tracking }),
      );
      return { acknowledged: true, results };
    },
  };
}

type FileRow = Order & BatchTexts;

async function listForFile(shop: Shop, query: AllOrdersQuery): Promise<Page<FileRow[]>> {
  const page = await listAllOrders(shop.db, query);
  const textsOf = await findBatchTexts(shop.db, page.rows);
  return mapPage(page, (row) => ({ ...showOrder(row, shop), ...textsOf(row) }));
}

/** An order in a file. Dollars as plain numbers, so that spreadsheets can add them up. */
const columns: readonly CsvColumn<FileRow>[] = [
  ['Order', ({ _id }) => orderNumber(_id)],
  ['Ordered at', ({ createdAt }) => createdAt],
  ['Product', ({ productName }) => productName],
  ['Price', ({ price }) => price.toFixed(2)],
  ['Quantity', ({ quantity }) => quantity],
  ['Shipped', ({ shippedQuantity }) => shippedQuantity],
  ['Total', ({ total }) => total.toFixed(2)],
  ['Refunded', ({ refundedTotal }) => refundedTotal.toFixed(2)],
  ['Status', (order) => orderWord(order, 'admin')],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Address', ({ address }) => address],
  ['Phone', ({ phone }) => phone],
  ['Carrier', ({ carrier }) => carrier],
  ['Tracking number', ({ trackingNumber }) => trackingNumber],
  ['Transaction id', ({ transactionId }) => transactionId],
  ['Order id', ({ _id }) => _id],
  ['Product id', ({ productId }) => productId],
  ['List', ({ batchId }) => (batchId === null ? null : batchNumber(batchId))],
  ['PO number', ({ poNumber }) => poNumber],
  ['Note', ({ note }) => note],
];
