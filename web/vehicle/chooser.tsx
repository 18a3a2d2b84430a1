import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { MyVehicles } from '#web/garage/my-vehicles.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { useColorScheme } from '#web/ui/color-scheme.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { noVehicles } from './chooser-state.ts';
import { rememberVehicle, useMyVehicle, vehicleInWords } from './my-vehicle.ts';
import { closeChooser } from './open-chooser.ts';
import { useChooser } from './use-chooser.ts';
import { listFor } from './vehicle-address.ts';
import { VehicleFields } from './vehicle-fields.tsx';
import { VinBox } from './vin-box.tsx';

/** Chooses the vehicle that this browser remembers, by its fields or its VIN, or forgets it. */
export function Chooser({ vin }: { vin: string | undefined }) {
  const mine = useMyVehicle();
  const { state, vehicle, dispatch } = useChooser(undefined, noVehicles);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const scheme = useColorScheme();
  useEffect(() => {
    dispatch({ kind: 'set', vehicle: mine });
  }, [mine, dispatch]);
  const use = (chosen: ChosenVehicle | undefined) => {
    if (chosen === undefined) return;
    closeChooser();
    rememberVehicle(chosen);
    toastSuccess(`Your vehicle is now ${vehicleInWords(chosen)}.`);
    if (pathname === paths.parts) void navigate(listFor(chosen, search));
  };
  return (
    // The header, in which it stands, is dark in both schemes.
    <div data-theme={scheme}>
      <Dialog open labelledBy="chooser-title" describedBy="chooser-text" onEscape={closeChooser}>
        <h2 id="chooser-title" className="text-lg">
          Your vehicle
        </h2>
        <p id="chooser-text" className="quiet mt-1 text-sm">
          {mine
            ? `Chosen: ${vehicleInWords(mine)}.`
            : 'Lists show first what fits it. Only this browser remembers it.'}
        </p>
        <MyVehicles onPick={use} />
        <form
          aria-label="Your vehicle"
          className="mt-4 grid gap-3 grid-cols-[3fr_2fr]"
          onSubmit={(event) => {
            event.preventDefault();
            use(vehicle);
          }}
        >
          <VehicleFields state={state} dispatch={dispatch} required />
          <div className="col-span-full flex flex-wrap gap-2">
            <Button type="submit" look="signal" className="max-lg:w-full">
              Use this vehicle
            </Button>
            {mine && (
              <Button
                onClick={() => {
                  rememberVehicle(undefined);
                  closeChooser();
                  toastSuccess('Your vehicle is forgotten.');
                }}
              >
                Forget it
              </Button>
            )}
            <Button look="quiet" onClick={closeChooser}>
              Close
            </Button>
          </div>
        </form>
        <hr className="border-base-300 my-3" />
        <VinBox
          vin={vin}
          onVehicle={(other) => dispatch({ kind: 'set', vehicle: other })}
          onUse={use}
        />
      </Dialog>
    </div>
  );
}
