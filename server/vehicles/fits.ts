import { sql } from 'kysely';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { anyEngine, readEngine } from '#contract/engine-rules.ts';
import type { PartFit } from '#contract/fit.ts';
import type { ClaimCount } from '#contract/fit-votes.ts';
import type { Fitment, PartType } from '#contract/part-lists.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import { inOrder } from '#server/parts/part-lists.ts';
import type { Database } from '#server/shop.ts';
import { fitOf } from './fit-of.ts';
import { vehiclesOf } from './kept-vehicles.ts';
import { claimsOfPart, fitmentsOfPart } from './votes-store.ts';

/** Of each of these parts that there are whether it fits the vehicle, whose name may be any that the shop knows for it. */
export async function fitsOf(
  db: Database,
  chosen: ChosenVehicle,
  ids: readonly string[],
): Promise<PartFit[]> {
  const [vehicles, parts] = await Promise.all([vehiclesOf(db), rowsOf(db, fittedParts({ ids }))]);
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

interface PartWithFitments {
  readonly id: string;
  readonly fit: PartType['fit'] | null;
  readonly fitments: Fitment[];
  readonly claims: ClaimCount[] | null;
}

const fittedParts = prepared(
  (_db, { ids }: { ids: readonly string[] }) =>
    sql<PartWithFitments>`
    select parts.id, part_types.fit, ${fitmentsOfPart} as fitments, ${claimsOfPart} as claims
      from parts left join part_types on part_types.id = parts.type_id
      where parts.id = any (${ids}::uuid[])`,
);
