import type { fitCalls } from '#contract/fit-calls.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { fitsOf } from './fits.ts';

/** Whether parts fit the vehicle that a visitor has chosen. */
export function fitHandlers({ db }: Shop): Handlers<keyof typeof fitCalls> {
  return {
    listFits: ({ query: { ids, ...vehicle } }) => fitsOf(db, vehicle, ids),
  };
}
