import type { Page } from '#contract/api.ts';
import { batchNumber } from '#contract/batch-rules.ts';
import type { MyOrder, ListedOrder } from '#contract/my-orders.ts';
import { orderNumber, orderWord } from '#contract/order-rules.ts';
import { fetchJoinedPage, mapPage } from '#server/db/page.ts';
import { csvOf, type CsvColumn } from '#server/http/csv.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { findBatchTexts, type BatchTexts } from './batch-store.ts';
import { showListedBatch, sumBatches } from './batch-sums.ts';
import { isWanted, listOwnBatches, listOwnOrders, type OwnWanted } from './my-orders-store.ts';
import { showOrder } from './show-order.ts';

/** A customer's own orders, where they are thousands. */
export function myOrdersHandlers(shop: Shop): Handlers<'listMyOrders' | 'exportMyOrders'> {
  return {
    async listMyOrders({ who, query }) {
      const wanted = { ...query, userId: who.userId };
      if (query.batch === undefined) return listTogether(shop, wanted);
      return mapPage(await listOwnOrders(shop.db, wanted), (row) => showOwn(row, shop));
    },

    exportMyOrders: async ({ who, query }) =>
      csvOf(columns, (cursor) => listForFile(shop, { ...query, cursor, userId: who.userId })),
  };
}

type OwnRow = Awaited<ReturnType<typeof listOwnOrders>>['rows'][number];

/** Single orders and batches as one list, in three statements however many lines there are. */
async function listTogether(shop: Shop, wanted: OwnWanted): Promise<Page<MyOrder[]>> {
  const page = await fetchJoinedPage(
    [listOwnOrders(shop.db, wanted, 'single'), listOwnBatches(shop.db, wanted)],
    wanted,
  );
  const batches = page.rows.flatMap((row) => ('po_number' in row ? row.id : []));
  const { orderHoldHours } = shop;
  const sums = await sumBatches(shop.db, batches, { orderHoldHours, isListed: isWanted(wanted) });
  return mapPage(page, (row): MyOrder =>
    'po_number' in row ? showListedBatch(row, sums.get(row.id)) : showOwn(row, shop),
  );
}

function showOwn(row: OwnRow, shop: Shop): ListedOrder {
  return {
    ...showOrder(row, shop),
    kind: 'order',
    partNumber: row.part_number,
    cancelled: row.state === 'cancelled',
  };
}

type FileRow = ListedOrder & BatchTexts;

async function listForFile(shop: Shop, wanted: OwnWanted): Promise<Page<FileRow[]>> {
  const page = await listOwnOrders(shop.db, wanted);
  const textsOf = await findBatchTexts(shop.db, page.rows);
  return mapPage(page, (row) => ({ ...showOwn(row, shop), ...textsOf(row) }));
}

/** One's own order in a file. Dollars as plain numbers, so that spreadsheets can add them up. */
const columns: readonly CsvColumn<FileRow>[] = [
  ['Order', ({ _id }) => orderNumber(_id)],
  ['List', ({ batchId }) => (batchId === null ? null : batchNumber(batchId))],
  ['PO number', ({ poNumber }) => poNumber],
  ['Ordered at', ({ createdAt }) => createdAt],
  ['Number', ({ partNumber }) => partNumber],
  ['Product', ({ productName }) => productName],
  ['Price', ({ price }) => price.toFixed(2)],
  ['Quantity', ({ quantity }) => quantity],
  ['Shipped', ({ shippedQuantity }) => shippedQuantity],
  ['Total', ({ total }) => total.toFixed(2)],
  ['Refunded', ({ refundedTotal }) => refundedTotal.toFixed(2)],
  ['Status', (order) => orderWord(order, 'customer')],
  ['Address', ({ address }) => address],
  ['Phone', ({ phone }) => phone],
  ['Carrier', ({ carrier }) => carrier],
  ['Tracking number', ({ trackingNumber }) => trackingNumber],
  ['Transaction id', ({ transactionId }) => transactionId],
  ['Order id', ({ _id }) => _id],
  ['Note', ({ note }) => note],
];
