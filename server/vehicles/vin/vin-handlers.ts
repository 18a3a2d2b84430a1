import type { vinCalls } from '#contract/vin-calls.ts';
import { vinIn } from '#contract/vin-rules.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import { decodeVins } from './decode-vins.ts';
import { shopVin } from './shop-vin.ts';

/** What a VIN stands for. Nothing here stores, logs or passes it on. */
export function vinHandlers({ db, clock }: Shop): Handlers<keyof typeof vinCalls> {
  return {
    async decodeVin({ body }) {
      const vin = vinIn(body.vin) ?? refuse('vin_invalid');
      return shopVin(await vehiclesOf(db), vin, clock.now());
    },

    async decodeVins({ body }) {
      return { lines: await decodeVins(await vehiclesOf(db), body.vins, clock.now()) };
    },
  };
}
