import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { showBestSellers } from './best-sellers.ts';
import { figureFile } from './figure-files.ts';
import { showSales } from './sales.ts';
import { showStock } from './stock.ts';
import { showToDo } from './to-do.ts';

/** What an owner sees first. */
export function figureHandlers(
  shop: Shop,
): Handlers<'getToDo' | 'getFigures' | 'listBestSellers' | 'getStockFigures' | 'exportFigures'> {
  return {
    getToDo: () => showToDo(shop),
    getFigures: ({ query }) => showSales(shop, query),
    listBestSellers: ({ query }) => showBestSellers(shop, query),
    getStockFigures: () => showStock(shop.db),
    exportFigures: ({ params, query }) => figureFile(shop, params.file, query),
  };
}
