import { mostNamedVehicles } from '#contract/vehicle-limits.ts';
import { fitmentFaultKinds, type VehicleCoverage } from '#contract/vehicles.ts';
import type { Database } from '#server/shop.ts';
import {
  countFaults,
  countUnchecked,
  listSpans,
  mostSpans,
  withParts,
  type NamedSpan,
} from './fitments-store.ts';
import { vehiclesOf } from './kept-vehicles.ts';
import type { ShopVehicles } from './shop-vehicles.ts';

/** How well the catalogue says what its parts fit. What it reads grows with the different vehicles, not with the parts. */
export async function vehicleCoverage(db: Database): Promise<VehicleCoverage> {
  const vehicles = await vehiclesOf(db);
  const spans = await listSpans(db);
  const unknown: NamedSpan[] = [];
  const wrong: NamedSpan[] = [];
  for (const span of spans) {
    if (!vehicles.hasModel(span.make, span.model)) unknown.push(span);
    else if (!isBuiltIn(span, vehicles)) wrong.push(span);
  }
  const faults: VehicleCoverage['faults'] = [];
  for (const kind of fitmentFaultKinds) faults.push({ kind, ...(await countFaults(db, kind)) });
  const [unknownOnSale, wrongOnSale] = [
    await firstOnSale(db, unknown),
    await firstOnSale(db, wrong),
  ];
  return {
    waiting: await countUnchecked(db),
    faults,
    unknown: unknownOnSale.named,
    wrongYears: wrongOnSale.named.map((one) => ({ ...one, built: yearsInWords(one, vehicles) })),
    more: unknownOnSale.more || wrongOnSale.more || spans.length === mostSpans,
  };
}

/** With one more than are named it is known whether there are more. */
const askedAtOnce = mostNamedVehicles + 1;
/** So many are looked at for those of parts on sale: a shop may have deleted whole ranges. */
const mostAsked = 10 * askedAtOnce;

/** The first of these that parts on sale name; `more` where there are more, or may be. */
async function firstOnSale(db: Database, spans: readonly NamedSpan[]) {
  const named: VehicleCoverage['unknown'] = [];
  let [looked, mayBeMore] = [0, false];
  while (looked < Math.min(spans.length, mostAsked) && named.length <= mostNamedVehicles) {
    const found = await withParts(db, spans.slice(looked, looked + askedAtOnce));
    named.push(...found.named);
    mayBeMore ||= found.more;
    looked += askedAtOnce;
  }
  const more = mayBeMore || named.length > mostNamedVehicles || looked < spans.length;
  return { named: named.slice(0, mostNamedVehicles), more };
}

/** Whether a vehicle was built, under any of its names, in each of the years. */
function isBuiltIn({ make, model, yearFrom, yearTo }: NamedSpan, vehicles: ShopVehicles): boolean {
  const underOthers = vehicles.otherNamesOf(make, model).flatMap((other) =>
    vehicles.years(make, other.model).map(({ from, to }) => ({
      from: Math.max(from, other.from),
      to: Math.min(to, other.to),
    })),
  );
  const built = [...vehicles.years(make, model), ...underOthers];
  const firstNotBuilt = built
    .toSorted((one, other) => one.from - other.from)
    .reduce((year, { from, to }) => (from <= year ? Math.max(year, to + 1) : year), yearFrom);
  return firstNotBuilt > yearTo;
}

function yearsInWords({ make, model }: NamedSpan, vehicles: ShopVehicles): string {
  return vehicles
    .years(make, model)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
    .join(', ');
}
