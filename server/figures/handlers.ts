import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { showBestSellers } from './best-sellers.ts';
import { figureFile } from './figure-files.ts';
import { showSales } from './sales.ts';
import { showStock } from './stock.ts';
import { showToDo } from './to-do.ts';
import { endWeekly, wantsWeekly, wantWeekly } from './weekly-store.ts';

/** What an owner sees first. */
export function figureHandlers(
  shop: Shop,
): Handlers<
  | 'getToDo'
  | 'getFigures'
  | 'listBestSellers'
  | 'getStockFigures'
  | 'exportFigures'
  | 'getWeeklyFigures'
  | 'setWeeklyFigures'
> {
  return {
    getToDo: () => showToDo(shop),
    getFigures: ({ query }) => showSales(shop, query),
    listBestSellers: ({ query }) => showBestSellers(shop, query),
    getStockFigures: () => showStock(shop.db),
    exportFigures: ({ params, query }) => figureFile(shop, params.file, query),
    getWeeklyFigures: async ({ who }) => ({ wanted: await wantsWeekly(shop.db, who.userId) }),
    async setWeeklyFigures({ who, body: { wanted } }) {
      if (wanted) await wantWeekly(shop.db, who.userId, shop.clock.now());
      else await endWeekly(shop.db, who.userId);
      return { wanted };
    },
  };
}
