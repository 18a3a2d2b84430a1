import { Link } from '#web/ui/link.tsx';
import type { VehicleLine } from './fitting-vehicles.ts';

/** Vehicles with their years. */
export function VehicleList({ lines }: { lines: readonly VehicleLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      {lines.map(({ vehicle, page, years, details, confirmed, doubted }) => (
        <li
          key={`${vehicle} ${years} ${details}`}
          className="border-base-300 figures flex items-baseline justify-between gap-x-4 border-b py-2"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <Link
              to={page}
              className="inline-flex min-h-6 items-center font-semibold hover:underline"
            >
              {vehicle}
            </Link>
            {details !== '' && <span className="quiet block text-sm">{details}</span>}
            {confirmed !== undefined && (
              <span className={`block text-sm ${doubted ? 'text-warning font-semibold' : 'quiet'}`}>
                {`Confirmed: ${confirmed}`}
              </span>
            )}
          </span>
          <span className="quiet whitespace-nowrap">{years}</span>
        </li>
      ))}
    </ul>
  );
}
