import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { PartsWanted } from '#contract/parts-address-rules.ts';
import type { Vehicles } from '#contract/parts.ts';
import { changed, partsAddress } from '#web/parts/parts-address.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import {
  chooserFields,
  chooserStep,
  vehicleIn,
  type ChooserEvent,
} from '#web/vehicle/chooser-state.ts';
import { rememberVehicle, useMyVehicle, vehicleInWords } from '#web/vehicle/my-vehicle.ts';
import { useChooser } from '#web/vehicle/use-chooser.ts';
import { vehicleEntries } from '#web/vehicle/vehicle-address.ts';
import { VehicleFields } from '#web/vehicle/vehicle-fields.tsx';
import { VinLink } from '#web/vehicle/vin-link.tsx';
import { FilterForm } from './filter-form.tsx';

const without = Object.fromEntries(chooserFields.map((field) => [field, undefined]));

/** The vehicle of the list. With scripts a choice takes effect at once, and is remembered; a year alone waits for a make of that year. */
export function VehicleForm({ wanted, vehicles }: { wanted: PartsWanted; vehicles: Vehicles }) {
  const navigate = useNavigate();
  const named = vehicleOf(wanted);
  const key = JSON.stringify(named ?? null);
  const { state, dispatch } = useChooser(named, vehicles);
  // What the address names takes the place of what was chosen here, also after Back.
  useEffect(() => {
    const vehicle = (JSON.parse(key) as ChosenVehicle | null) ?? undefined;
    dispatch({ kind: 'set', vehicle, lists: vehicles });
  }, [key, vehicles, dispatch]);
  const onEvent = (event: ChooserEvent) => {
    dispatch(event);
    const vehicle = vehicleIn(chooserStep(state, event));
    if (vehicle === undefined && named === undefined) return;
    if (vehicle) rememberVehicle(vehicle);
    void navigate(listOf(wanted, vehicle), { preventScrollReset: true });
  };
  return (
    <FilterForm label="Vehicle" kept={changed(wanted, without)} className="flex flex-col gap-2">
      <VehicleFields state={state} dispatch={onEvent} narrow />
      <noscript>
        <Button type="submit">Show</Button>
      </noscript>
      <Remembered wanted={wanted} isShown={named !== undefined} />
    </FilterForm>
  );
}

/** What else the browser can do about a vehicle; its room is there before. */
function Remembered({ wanted, isShown }: { wanted: PartsWanted; isShown: boolean }) {
  const mine = useMyVehicle();
  return (
    <div className="flex min-h-11 items-center text-sm">
      {mine && !isShown ? (
        <Link to={listOf(wanted, mine)} className="link truncate">
          {`Show parts for ${vehicleInWords(mine)}`}
        </Link>
      ) : (
        <VinLink />
      )}
    </div>
  );
}

function vehicleOf(wanted: PartsWanted): ChosenVehicle | undefined {
  const { make, model, year, engine } = wanted;
  if (make === undefined) return undefined;
  return { make, model, year: year === undefined ? undefined : Number(year), engine };
}

/** The same list for another vehicle. */
function listOf(wanted: PartsWanted, vehicle: ChosenVehicle | undefined): string {
  const its = vehicle ? Object.fromEntries(vehicleEntries(vehicle)) : {};
  return partsAddress(changed(wanted, { ...without, ...its }));
}
