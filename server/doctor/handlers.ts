import { sumUnpaidHolds } from '#server/holds/store.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { steps } from './examine.ts';
import { findRuns, insertRun } from './run-store.ts';

/** The doctor's page for admins. */
export function doctorHandlers(shop: Shop): Handlers<'getDoctorReport' | 'runDoctor'> {
  return {
    async getDoctorReport() {
      const { found, newer } = await findRuns(shop.db);
      return {
        checkedAt: found?.ended_at?.toISOString() ?? null,
        checks: found?.checks ?? [],
        run: newer,
        unpaidHolds: await sumUnpaidHolds(shop.db),
      };
    },
    async runDoctor() {
      const began = await insertRun(shop.db, { now: shop.clock.now(), steps });
      return { acknowledged: true, began };
    },
  };
}
