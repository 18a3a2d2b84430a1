import { anyEngine, engineText, meets, type Engine } from '#contract/engine-rules.ts';
import type { VinAnswer, VinVehicle } from '#contract/vin-calls.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { decodeVin, type DecodedVin } from './decode-vin.ts';
import { loadVinTables, type VinTables } from './vin-tables.ts';

let tables: VinTables | undefined;

/** The vehicles that a VIN may stand for, as the shop spells them, of model years up to the next one. */
export function shopVin(vehicles: ShopVehicles, vin: string, now: Date): VinAnswer {
  tables ??= loadVinTables();
  const decoded = decodeVin(tables, vin, now.getUTCFullYear() + 1);
  const named = decoded.vehicles.map((one) => inShop(vehicles, one));
  return {
    // Two names of the tables may be one of the shop's.
    vehicles: [...new Map(named.map((one) => [JSON.stringify(one), one])).values()],
    hasCheckDigit: decoded.hasCheckDigit,
  };
}

function inShop(vehicles: ShopVehicles, decoded: DecodedVin['vehicles'][number]): VinVehicle {
  const { make, model, year, body, engine } = decoded;
  const named = vehicles.named(make, model ?? '');
  const known = vehicles.engines(named.make, named.model, year);
  return {
    make: named.make,
    model: named.model || null,
    year,
    body,
    engine: engineText(knownAs(known, engine)) || null,
  };
}

/** The only known engine that agrees with what a VIN says, which says more of it; else what the VIN says. */
function knownAs(known: readonly Engine[], said: Engine): Engine {
  // Its fuel stays what the VIN says: flex agrees with petrol, and is another.
  const agreeing = known.filter(
    (one) =>
      meets(one, said) !== 'no' &&
      (one.fuel === null || said.fuel === null || one.fuel === said.fuel),
  );
  const [only] = agreeing;
  return only && agreeing.length === 1 && said !== anyEngine && engineText(said) !== ''
    ? only
    : said;
}
