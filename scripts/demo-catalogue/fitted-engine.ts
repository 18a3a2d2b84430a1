import { engineText, meets, type Engine } from '#contract/engine-rules.ts';
import { seededRandom } from '#server/db/demo/random.ts';
import { knownVehicles } from '#server/vehicles/known-vehicles.ts';
import type { DraftPart } from './draft-part.ts';
import type { FittedVehicle } from './fitting.ts';

/** How often a part of an engine is bound to one, where engines of its vehicle are known. */
const bound = 0.6;

/**
 * Chooses the engine that a part demands: one that its first vehicle had in all years. The answer says it for each vehicle that had it; for
 * others nothing, because what is not known of their engines proves nothing.
 */
export function chooseEngine(part: DraftPart): (vehicle: FittedVehicle) => string {
  const random = seededRandom(`engine:${part.partNumber}`);
  const [first] = part.fitments;
  const engines = first ? enginesOf(first) : [];
  if (engines.length < 2 || !random.chance(bound)) return () => '';
  const { litres, fuel } = random.pick(engines);
  const sameFuel = engines.every((one) => one.fuel === fuel);
  const demanded: Engine = { litres, cylinders: null, layout: null, fuel: sameFuel ? null : fuel };
  const isDemanded = (one: Engine) => meets(one, demanded) === 'yes';
  return (vehicle) => (enginesOf(vehicle).some(isDemanded) ? engineText(demanded) : '');
}

/** The engines with a displacement that a vehicle had in all its years. */
function enginesOf({ make, model, yearFrom, yearTo }: FittedVehicle): Engine[] {
  const known = knownVehicles().model(make, model)?.engines ?? [];
  return known
    .filter(({ from, to }) => from <= yearFrom && yearTo <= to)
    .map(({ engine }) => engine)
    .filter(({ litres, fuel }) => litres !== null && fuel !== 'electric');
}
