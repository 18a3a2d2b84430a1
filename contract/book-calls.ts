import * as z from 'zod/mini';
import { BookPageQuery, BookPayment, BookQuery, BookRefund, BookSums } from './books.ts';
import { listOf, type Endpoint } from './endpoint.ts';

/** Payments and refunds of a month for the accountant; for admins. */
export const bookCalls = {
  getBook: {
    method: 'GET',
    path: '/admin/books',
    summary: 'The sums of the payments and refunds of a month (UTC).',
    access: 'admin',
    query: BookQuery,
    answer: BookSums,
  },
  listBookPayments: {
    ...listOf(BookPayment),
    path: '/admin/books/payments',
    summary: 'The payments that arrived in a month, oldest first.',
    access: 'admin',
    query: BookPageQuery,
  },
  listBookRefunds: {
    ...listOf(BookRefund),
    path: '/admin/books/refunds',
    summary:
      'The refunds that were made in a month, lost disputes, and what of these came back to the shop, oldest first.',
    access: 'admin',
    query: BookPageQuery,
  },
  listPromisedRefunds: {
    ...listOf(BookRefund),
    path: '/admin/books/promised',
    summary: 'The refunds that were asked for in a month and are not made yet, oldest first.',
    access: 'admin',
    query: BookPageQuery,
  },
  exportBook: {
    method: 'GET',
    path: '/admin/books.csv',
    summary: 'The payments and refunds of a month with their sums, as a CSV file.',
    access: 'admin',
    query: BookQuery,
    answer: z.string(),
    csv: true,
    download: 'payments-and-refunds.csv',
  },
} as const satisfies Record<string, Endpoint>;
