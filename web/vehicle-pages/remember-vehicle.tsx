import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { rememberVehicle, useMyVehicle, vehicleInWords } from '#web/vehicle/my-vehicle.ts';

/** Keeps the page's vehicle in this browser, or forgets it. */
export function RememberVehicle({ vehicle }: { vehicle: ChosenVehicle }) {
  const mine = useMyVehicle();
  // With an engine it is still the same vehicle.
  const isMine =
    mine !== undefined && vehicleInWords({ ...mine, engine: '' }) === vehicleInWords(vehicle);
  return (
    <>
      <Button
        className="h-auto max-w-full py-2 whitespace-normal"
        onClick={() => rememberVehicle(isMine ? undefined : vehicle)}
      >
        <Icon name="car" />
        {isMine ? 'Forget this vehicle' : 'Remember this vehicle'}
      </Button>
      <span role="status" className="sr-only">
        {isMine && 'This browser remembers it.'}
      </span>
    </>
  );
}
