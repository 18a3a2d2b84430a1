import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { acknowledged, Id, Moment } from './fields.ts';
import { ofPart } from './parts.ts';

/** For how many parts one customer may wait. */
export const mostStockAlerts = 20;

/** A part whose return a customer waits for, and since when. */
export const StockAlert = z.object({
  partId: Id,
  name: z.string(),
  partNumber: z.nullable(z.string()),
  createdAt: Moment,
});
export type StockAlert = z.infer<typeof StockAlert>;

/** 'Tell me when back': one mail to a customer when a part can be ordered again. */
export const stockAlertCalls = {
  listStockAlerts: {
    method: 'GET',
    path: '/my-alerts',
    summary: 'The parts whose return one waits for, the newest request first, 20 at most.',
    access: 'customer',
    answer: z.array(StockAlert),
  },
  askWhenBack: {
    method: 'POST',
    path: '/parts/{id}/back-in-stock',
    summary:
      'Ask for one mail when a part can be ordered again; asking twice is asking once. Needs a confirmed address.',
    access: 'customer',
    ...ofPart,
    ...acknowledged,
    errors: ['in_stock', 'address_unconfirmed', 'too_many_alerts'],
  },
  forgetWhenBack: {
    method: 'DELETE',
    path: '/parts/{id}/back-in-stock',
    summary: 'Ask no longer; also when one never asked.',
    access: 'customer',
    ...ofPart,
    ...acknowledged,
  },
} as const satisfies Record<string, Endpoint>;
