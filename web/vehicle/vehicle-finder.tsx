import { useEffect, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { Counted } from '#contract/counted.ts';
import type { Vehicles } from '#contract/parts.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { partsInWords } from '#web/parts/list/counts.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { rememberVehicle, useMyVehicle } from './my-vehicle.ts';
import { useChooser } from './use-chooser.ts';
import { vehicleAddress } from './vehicle-address.ts';
import { VehicleFields } from './vehicle-fields.tsx';
import { VinLink } from './vin-link.tsx';

/** The way to the parts of one's vehicle: a plain GET form, which offers what leads to parts and remembers the choice once the page's scripts run. */
export function VehicleFinder({ vehicles }: { vehicles: Vehicles | undefined }) {
  const mine = useMyVehicle();
  const { state, vehicle, dispatch } = useChooser(undefined, vehicles);
  const navigate = useNavigate();
  const found = useCount(vehicle);
  useEffect(() => {
    if (mine !== undefined) dispatch({ kind: 'set', vehicle: mine });
  }, [mine, dispatch]);
  return (
    <Form
      id="vehicle"
      action={paths.parts}
      aria-label="Find parts by vehicle"
      onSubmit={(event) => {
        event.preventDefault();
        if (vehicle === undefined) return;
        rememberVehicle(vehicle);
        void navigate(vehicleAddress(vehicle));
      }}
      className="rounded-box grid gap-3 bg-graphite border border-white/10 p-4 grid-cols-[3fr_2fr] lg:flex items-end"
    >
      <div className="pe-3 max-lg:col-span-full">
        <h2 className="flex items-center gap-2.5 text-base">
          <Icon name="car" />
          Your vehicle
        </h2>
        <VinLink />
      </div>
      <VehicleFields state={state} dispatch={dispatch} required />
      <Button type="submit" className="figures max-lg:col-span-full ">
        {found === undefined || (found.count === 0 && found.more)
          ? 'Show parts'
          : `Show ${partsInWords(found)}`}
      </Button>
    </Form>
  );
}

/** How many parts fit a vehicle, once that is known. */
function useCount(vehicle: ChosenVehicle | undefined): Counted | undefined {
  const key = vehicle && JSON.stringify(vehicle);
  const [found, setFound] = useState<{ readonly key: string; readonly total: Counted }>();
  useEffect(() => {
    if (key === undefined) return undefined;
    const controller = new AbortController();
    const query = { ...(JSON.parse(key) as ChosenVehicle), limit: 1 };
    call('search', { query }, { signal: controller.signal }).then(
      ({ total }) => setFound({ key, total }),
      // Without a count the way to the list is there all the same.
      () => undefined,
    );
    return () => controller.abort();
  }, [key]);
  return found?.key === key ? found?.total : undefined;
}
