import type { bookCalls } from '#contract/book-calls.ts';
import type { figureCalls } from '#contract/figure-calls.ts';
import type { weeklyFigureCalls } from '#contract/weekly-figures.ts';
import type { Sample } from './sample-requests.ts';

const nothing: Sample = async () => ({});
const theMonth: Sample = async () => ({ query: { month: '2026-10' } });

/** A request for each call about an owner's figures and books. */
export const sampleFigureRequests = {
  getToDo: nothing,
  getFigures: async () => ({ query: { from: '2026-01-01', to: '2026-03-31', by: 'month' } }),
  listBestSellers: nothing,
  getStockFigures: nothing,
  exportFigures: async () => ({ params: { file: 'sales' } }),
  getWeeklyFigures: nothing,
  setWeeklyFigures: async () => ({ body: { wanted: true } }),
  getBook: theMonth,
  listBookPayments: theMonth,
  listBookRefunds: theMonth,
  listPromisedRefunds: theMonth,
  exportBook: theMonth,
} satisfies Record<
  keyof typeof figureCalls | keyof typeof bookCalls | keyof typeof weeklyFigureCalls,
  Sample
>;
