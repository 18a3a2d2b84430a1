import { sumUnpaidHolds } from '#server/holds/store.ts';
import type { Handlers } from '#server/http/serve.ts';
import { inBackground, type Shop } from '#server/shop.ts';
import { examine, reportOf } from './examine.ts';

/** A page cannot wait for a provider to be asked about every payment there ever was; the command line does. */
const mostPayments = 100;

/** What admins may read of the shop's health. */
export function doctorHandlers(shop: Shop): Handlers<'runDoctor'> {
  return {
    runDoctor: async () => ({
      ...reportOf(await examine(inBackground(shop), { mostPayments }), shop.clock.now()),
      unpaidHolds: await sumUnpaidHolds(shop.db),
    }),
  };
}
