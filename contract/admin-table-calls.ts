import * as z from 'zod/mini';
import { AuditWanted } from './audit.ts';
import { ShippedLines } from './batches.ts';
import { Counted, mostListedText } from './counted.ts';
import type { Endpoint } from './endpoint.ts';
import { BulkDone, BulkIds, byId, notAcknowledged } from './fields.ts';
import { OrdersCounted, OrdersWanted } from './orders.ts';
import { ManagedPartsWanted } from './parts.ts';
import { UsersWanted } from './users.ts';

const counting = {
  method: 'GET',
  access: 'admin',
  answer: Counted,
} as const;
const file = { method: 'GET', access: 'admin', answer: z.string(), csv: true } as const;
const bulkStep = {
  method: 'POST',
  access: 'admin',
  body: BulkIds,
  answer: BulkDone,
  refused: notAcknowledged,
} as const;

/** What the admin's tables need beside their rows: how many there are, files of them, and steps on many at once. */
export const adminTableCalls = {
  countAllOrders: {
    ...counting,
    path: '/admin/orders/count',
    summary: `How many orders the same query of GET /order lists in all, and the sum of their totals; ${mostListedText} at most: \`more\` says that there are more, and then there is no sum.`,
    query: OrdersWanted,
    answer: OrdersCounted,
  },
  countManagedParts: {
    ...counting,
    path: '/admin/parts/count',
    summary: `How many parts the same query of GET /admin/parts lists in all, ${mostListedText} at most; \`more\` says that there are more.`,
    query: ManagedPartsWanted,
  },
  countUsers: {
    ...counting,
    path: '/admin/users/count',
    summary: `How many accounts the same query of GET /users lists in all, ${mostListedText} at most; \`more\` says that there are more.`,
    query: UsersWanted,
  },
  exportOrders: {
    ...file,
    path: '/admin/orders.csv',
    summary: 'All orders that the same query of GET /order lists, as a CSV file.',
    query: OrdersWanted,
    download: 'orders.csv',
  },
  exportManagedParts: {
    ...file,
    path: '/admin/parts.csv',
    summary: 'All parts that the same query of GET /admin/parts lists, as a CSV file.',
    query: ManagedPartsWanted,
    download: 'parts.csv',
  },
  exportUsers: {
    ...file,
    path: '/admin/users.csv',
    summary: 'All accounts that the same query of GET /users lists, as a CSV file.',
    query: UsersWanted,
    download: 'users.csv',
  },
  exportAudit: {
    ...file,
    path: '/admin/audit.csv',
    summary: 'All entries that the same query of GET /admin/audit lists, as a CSV file.',
    query: AuditWanted,
    download: 'audit-log.csv',
  },
  shipOrders: {
    ...bulkStep,
    path: '/admin/orders/ship',
    summary:
      'Mark orders as shipped, each by itself and by its own rules; says of each whether it was done.',
  },
  shipBatch: {
    method: 'POST',
    path: '/admin/batches/{id}/ship',
    summary:
      'Mark as shipped what is left of every line of a batch, or of those that are named, by the rules of one order; says of each whether it is.',
    access: 'admin',
    price: 10,
    params: byId,
    body: ShippedLines,
    missing: 'batch_not_found',
    answer: BulkDone,
    refused: notAcknowledged,
  },
  archiveParts: {
    ...bulkStep,
    path: '/admin/parts/archive',
    summary: 'Take parts out of the shop, each by itself; says of each whether it was done.',
  },
} as const satisfies Record<string, Endpoint>;
