import * as z from 'zod/mini';
import { Counted, mostListedText } from './counted.ts';
import { listOf, type Endpoint } from './endpoint.ts';
import { line, PageQuery } from './fields.ts';
import { ListedBatch, orderStates } from './my-orders.ts';

/**
 * Which batches to list for admins. `q` finds one by its PO number, the beginning of its number or id, or its customer's name or
 * e-mail address; `state` those with a line that stands so.
 */
export const BatchesWanted = z.object({
  q: z.optional(line(100, 0)),
  state: z.optional(z.enum(orderStates)),
});
export type BatchesWanted = z.infer<typeof BatchesWanted>;

/** One page of them. */
export const AllBatchesQuery = z.extend(BatchesWanted, PageQuery);
export type AllBatchesQuery = z.infer<typeof AllBatchesQuery>;

/** A batch with its customer. `listed`: its lines that stand as the query asks; without a state those that are not cancelled. */
export const ManagedBatch = z.extend(ListedBatch, { name: z.string(), email: z.string() });
export type ManagedBatch = z.infer<typeof ManagedBatch>;

/** Everybody's batches, for admins, beyond Spec §7; `GET /order` lists their lines one by one. */
export const allBatchCalls = {
  listAllBatches: {
    ...listOf(ManagedBatch),
    path: '/admin/batches',
    summary:
      'All batches, newest first, each as one row; searched and narrowed by the query. With a state a page may have fewer than asked for, or none, and a next one all the same.',
    access: 'admin',
    price: 3,
    query: AllBatchesQuery,
  },
  countAllBatches: {
    method: 'GET',
    path: '/admin/batches/count',
    summary: `How many batches the same query of GET /admin/batches lists in all, ${mostListedText} at most, and of those with a state the ones among the newest ${mostListedText}; \`more\` says that there may be more.`,
    access: 'admin',
    query: BatchesWanted,
    answer: Counted,
  },
} as const satisfies Record<string, Endpoint>;
