import { lazy } from 'react';
import type { PartDetail } from '#contract/parts.ts';
import { vehicleLines } from './fitting-vehicles.ts';
import { VehicleList } from './vehicle-list.tsx';

/** More vehicles than this are searched, and folded up make by make. */
const fewVehicles = 10;

// Few parts fit many vehicles (as with the tables of web/parts/parts-page.tsx).
const SearchedVehicles = import.meta.env.SSR
  ? (await import('./searched-vehicles.tsx')).SearchedVehicles
  : lazy(async () => ({ default: (await import('./searched-vehicles.tsx')).SearchedVehicles }));

/** The vehicles the part fits. */
export function FittingVehicles({ part }: { part: PartDetail }) {
  const lines = vehicleLines(part.fitments, part.claims);
  return (
    <section aria-labelledby="fitting-vehicles">
      <h2 id="fitting-vehicles" className="text-lg font-semibold">
        Fitting vehicles
      </h2>
      {lines.length === 0 && <p className="quiet mt-3">{unbound(part)}</p>}
      {lines.length > fewVehicles ? (
        <SearchedVehicles lines={lines} />
      ) : (
        <VehicleList lines={lines} />
      )}
    </section>
  );
}

/** What it means that no vehicle is named: only the type can say. */
function unbound({ partType }: PartDetail): string {
  switch (partType?.fit) {
    case 'vehicle':
    case 'engine':
    case undefined:
      return 'No vehicle is named yet. Compare numbers and measures.';
    case 'size':
      return 'This part is chosen by its measures, not by a vehicle.';
    case 'universal':
      return 'This part is not bound to particular vehicles.';
  }
}
