import { useId, useState } from 'react';
import type { PartDetail } from '#contract/parts.ts';
import { Icon } from '#web/ui/icon.tsx';
import { byMake, matchingVehicles, vehicleLines, type VehicleLine } from './fitting-vehicles.ts';

/** More vehicles than this are searched, and folded up make by make. */
const fewVehicles = 10;

/** Of those that are found this many are shown; more words find fewer. */
const shownAtOnce = 100;

/** The vehicles the part fits. Many are searched as one types; without scripts they unfold make by make. */
export function FittingVehicles({ part }: { part: PartDetail }) {
  const lines = vehicleLines(part.fitments);
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
      return 'No vehicle is named yet. Please compare the numbers and measures.';
    case 'size':
      return 'This part is chosen by its measures, not by a vehicle.';
    case 'universal':
    case undefined:
      return 'This part is not bound to particular vehicles.';
  }
}

function SearchedVehicles({ lines }: { lines: readonly VehicleLine[] }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const isSearched = typed.trim() !== '';
  const found = isSearched ? matchingVehicles(lines, typed) : lines;
  const left = found.length - shownAtOnce;
  return (
    <>
      <div className="noscript:hidden relative mt-3 max-w-md">
        <label htmlFor={id} className="sr-only">
          Search the vehicles
        </label>
        <Icon
          name="search"
          className="quiet pointer-events-none absolute inset-y-0 z-1 start-3 my-auto size-5"
        />
        <input
          id={id}
          type="search"
          autoComplete="off"
          placeholder="Make, model or year"
          className="control input figures h-11 w-full ps-10 text-base"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <p role="status" className="quiet figures mt-2 text-sm">
        {isSearched ? `${found.length} of ${lines.length} vehicles` : `${lines.length} vehicles`}
      </p>
      {isSearched ? (
        <>
          <VehicleList lines={found.slice(0, shownAtOnce)} />
          {found.length === 0 && <p className="mt-3">No vehicle of this part is called so.</p>}
          {left > 0 && (
            <p className="quiet mt-3 text-sm">{`And ${left} more: type another word.`}</p>
          )}
        </>
      ) : (
        <Makes lines={lines} />
      )}
    </>
  );
}

function Makes({ lines }: { lines: readonly VehicleLine[] }) {
  const makes = byMake(lines);
  return (
    <div className="border-base-300 mt-3 border-t">
      {makes.map(([make, its]) => (
        <details key={make} open={makes.length === 1} className="border-base-300 group border-b">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
            <Icon name="right" className="quiet size-4 group-open:rotate-90" />
            <span className="font-semibold">{make}</span>
            <span className="quiet figures text-sm">{its.length}</span>
          </summary>
          <div className="ps-6 pb-4">
            <VehicleList lines={its} />
          </div>
        </details>
      ))}
    </div>
  );
}

function VehicleList({ lines }: { lines: readonly VehicleLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      {lines.map(({ vehicle, years, note }) => (
        <li
          key={`${vehicle} ${years} ${note}`}
          className="border-base-300 figures flex items-baseline justify-between gap-x-4 border-b py-2"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-semibold">{vehicle}</span>
            {note !== '' && <span className="quiet block text-sm">{note}</span>}
          </span>
          <span className="quiet whitespace-nowrap">{years}</span>
        </li>
      ))}
    </ul>
  );
}
