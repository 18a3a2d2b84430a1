import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { bookFile } from './book-file.ts';
import { showBook, showPayments, showRefunds } from './books.ts';

/** Payments and refunds of a month, for the accountant. */
export function bookHandlers({
  db,
}: Shop): Handlers<
  'getBook' | 'listBookPayments' | 'listBookRefunds' | 'listPromisedRefunds' | 'exportBook'
> {
  return {
    getBook: ({ query }) => showBook(db, query.month),
    listBookPayments: ({ query }) => showPayments(db, query),
    listBookRefunds: ({ query }) => showRefunds(db, 'made', query),
    listPromisedRefunds: ({ query }) => showRefunds(db, 'promised', query),
    exportBook: async ({ query }) => bookFile(db, query.month),
  };
}
