import type { vehiclePageCalls } from '#contract/vehicle-pages.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { vehiclePage } from './vehicle-page.ts';

/** The public pages of vehicles. */
export function vehiclePageHandlers({ db }: Shop): Handlers<keyof typeof vehiclePageCalls> {
  return { getVehiclePage: ({ query }) => vehiclePage(db, query) };
}
