import { Suspense, useEffect } from 'react';
import { tryStorage } from '#web/api/storage.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { Icon } from '#web/ui/icon.tsx';
import { late } from '#web/ui/late.ts';
import { useMyVehicle, vehicleInWords } from './my-vehicle.ts';
import { openChooser, useOpenedChooser } from './open-chooser.ts';

// Few visits choose a vehicle here.
const Chooser = late(async () => (await import('./chooser.tsx')).Chooser);

/** The header's vehicle: says which is chosen, and opens the chooser. Without scripts it leads to the form of the home page. */
export function VehicleTool() {
  const mine = useMyVehicle();
  const opened = useOpenedChooser();
  useGarageMerged();
  const words = mine && vehicleInWords(mine);
  // The model tells more than the make, which would take the room.
  const short = mine?.model ? [mine.model, mine.year].filter(Boolean).join(' ') : words;
  const name = words ? `Your vehicle: ${words}` : 'Choose your vehicle';
  return (
    <>
      <a
        href={paths.vehicleForm}
        title={name}
        aria-label={name}
        onClick={(event) => {
          event.preventDefault();
          openChooser();
        }}
        className="flex h-11 min-w-11 items-center justify-center gap-2 rounded-md hover:bg-white/10"
      >
        <span className="relative">
          <Icon name="car" />
          {words && <span className="bg-primary absolute end-0 top-0 size-2.5 rounded-full" />}
        </span>
        <span className="w-28 truncate text-sm max-xl:hidden">{short ?? 'Your vehicle'}</span>
      </a>
      {opened && (
        <Suspense>
          <Chooser vin={opened.vin} />
        </Suspense>
      )}
    </>
  );
}

/** Whoever signs in brings what they kept as a guest. Nobody else loads what does it. */
function useGarageMerged(): void {
  const email = useSession()?.email;
  useEffect(() => {
    if (email === undefined || !tryStorage(() => localStorage.getItem('underhood.garage'))) return;
    void import('#web/garage/merge-garage.ts').then(({ mergeGarage }) => mergeGarage());
  }, [email]);
}
