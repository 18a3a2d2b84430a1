import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { byMake, matchingVehicles, type VehicleLine } from './fitting-vehicles.ts';
import { VehicleList } from './vehicle-list.tsx';

/** Of those that are found this many are shown; more words find fewer. */
const shownAtOnce = 100;

/** Many vehicles are searched as one types; without scripts they unfold make by make. */
export function SearchedVehicles({ lines }: { lines: readonly VehicleLine[] }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // What was typed before the scripts ran.
  useEffect(() => setTyped(field.current?.value ?? ''), []);
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
          ref={field}
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
