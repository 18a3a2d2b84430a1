import { sumUnpaidHolds } from '#server/holds/store.ts';
import type { Handlers } from '#server/http/serve.ts';
import { inBackground, type Shop } from '#server/shop.ts';
import { examine, writeReport } from './examine.ts';

/** A page cannot wait until the provider was asked about every payment; the command line can. */
const mostPayments = 100;

/** The doctor's page for admins. */
export function doctorHandlers(shop: Shop): Handlers<'runDoctor'> {
  return {
    runDoctor: async () => ({
      ...writeReport(await examine(inBackground(shop), { mostPayments }), shop.clock.now()),
      unpaidHolds: await sumUnpaidHolds(shop.db),
    }),
  };
}
