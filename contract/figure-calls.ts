import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { BestSeller, FigureFile, Figures, FiguresQuery, StockFigures, ToDo } from './figures.ts';

/** What an owner sees first; for admins. */
export const figureCalls = {
  getToDo: {
    method: 'GET',
    path: '/admin/to-do',
    summary: 'What needs a person today, each with the number of rows of the list that shows it.',
    access: 'admin',
    answer: ToDo,
  },
  getFigures: {
    method: 'GET',
    path: '/admin/figures',
    summary:
      'Orders, pieces, money and customers of some days (UTC) by day, week or month, of as many days before, and by part type.',
    access: 'admin',
    query: FiguresQuery,
    answer: Figures,
  },
  listBestSellers: {
    method: 'GET',
    path: '/admin/figures/best-sellers',
    summary: 'The twenty parts for which most was paid in some days (UTC).',
    access: 'admin',
    query: FiguresQuery,
    answer: z.array(BestSeller),
  },
  getStockFigures: {
    method: 'GET',
    path: '/admin/figures/stock',
    summary: 'Stock by how long it lasts, and dead stock; counted once a day.',
    access: 'admin',
    answer: StockFigures,
  },
  exportFigures: {
    method: 'GET',
    path: '/admin/figures/files/{file}',
    summary: 'One block of the overview as a CSV file.',
    access: 'admin',
    params: FigureFile,
    query: FiguresQuery,
    answer: z.string(),
    csv: true,
    download: 'figures.csv',
  },
} as const satisfies Record<string, Endpoint>;
