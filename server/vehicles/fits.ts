import { sql } from 'kysely';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { anyEngine, readEngine } from '#contract/engine-rules.ts';
import type { PartFit } from '#contract/fit.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import { inOrder } from '#server/parts/part-lists.ts';
import type { Database } from '#server/shop.ts';
import { fitOf } from './fit-of.ts';
import { vehiclesOf } from './kept-vehicles.ts';
import { fitFacts, type FitFacts } from './votes-store.ts';

/** A part with what decides whether it fits a vehicle. */
interface PartWithFacts extends FitFacts {
  readonly id: string;
}

/** Of each of these parts that there are whether it fits the vehicle, whose name may be any that the shop knows for it. */
export async function fitsOf(
  db: Database,
  chosen: ChosenVehicle,
  ids: readonly string[],
): Promise<PartFit[]> {
  return fitsByFacts(db, chosen, await rowsOf(db, partsWithFacts({ ids })));
}

/** The same of parts of which all that decides it was read. */
export async function fitsByFacts(
  db: Database,
  chosen: ChosenVehicle,
  parts: readonly PartWithFacts[],
): Promise<PartFit[]> {
  const vehicles = await vehiclesOf(db);
  const named = vehicles.named(chosen.make, chosen.model ?? '');
  const vehicle = {
    make: named.make,
    model: named.model || null,
    year: chosen.year ?? null,
    engine: readEngine(chosen.engine ?? '') ?? anyEngine,
  };
  return parts.map(({ id, fit, fitments, claims }) => ({
    partId: id,
    ...fitOf({ fit, fitments: inOrder(fitments), claims: claims ?? [] }, vehicle, vehicles),
  }));
}

const partsWithFacts = prepared(
  (_db, { ids }: { ids: readonly string[] }) =>
    sql<PartWithFacts>`select id, ${fitFacts} from parts where id = any (${ids}::uuid[])`,
);
