import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { AskedLines, CheckedLine, OrderList, ReadList, WrittenLines } from './order-list.ts';

/** Lists of parts to order at once, beyond Spec §7. */
export const orderListCalls = {
  checkOrderList: {
    method: 'POST',
    path: '/order-list/check',
    summary:
      'Which parts the numbers of a list mean: own, original-equipment, competitors’, old ones and barcodes, in any writing.',
    access: 'open',
    price: 20,
    body: z.object({ lines: AskedLines }),
    answer: z.object({ lines: z.array(CheckedLine) }),
  },
  readListFile: {
    method: 'POST',
    path: '/order-list/file',
    summary: 'The lines of a CSV or XLSX file of at most 1 MB, in whatever columns they stand.',
    access: 'open',
    price: 30,
    upload: 'file',
    body: z.instanceof(Uint8Array),
    answer: ReadList,
    errors: ['too_large', 'file_not_accepted'],
  },
  getOrderList: {
    method: 'GET',
    path: '/order-list',
    summary: 'The list that the caller writes on.',
    access: 'customer',
    answer: OrderList,
  },
  putOrderList: {
    method: 'PUT',
    path: '/order-list',
    summary:
      'Replace the list that the caller writes on, if it still has this version; the refusal `list_changed` has the present `list`.',
    access: 'customer',
    body: z.extend(OrderList, { lines: WrittenLines }),
    answer: OrderList,
    errors: ['list_changed'],
  },
} as const satisfies Record<string, Endpoint>;
