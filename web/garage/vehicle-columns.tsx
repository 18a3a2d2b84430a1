import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { vehicleKey } from '#contract/garage-rules.ts';
import type { GarageVehicle } from '#contract/garage.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { StepNoteLine } from '#web/ui/step-note.tsx';
import type { Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { toastSuccess } from '#web/ui/toasts.tsx';
import type { Step } from '#web/ui/use-step.ts';
import { rememberVehicle, vehicleInWords } from '#web/vehicle/my-vehicle.ts';
import { vehicleAddress } from '#web/vehicle/vehicle-address.ts';

/** The columns of the vehicles that a customer keeps. */
export function columnsFor(props: {
  removing: Step<GarageVehicle>;
  mine: ChosenVehicle | undefined;
  onName: (vehicle: GarageVehicle) => void;
}): readonly Column<GarageVehicle>[] {
  const { removing, mine, onName } = props;
  const isMine = (vehicle: GarageVehicle) =>
    mine !== undefined && vehicleKey(vehicle) === vehicleKey(mine);
  return [
    {
      head: 'Name',
      lead: true,
      cell: (vehicle) => (
        <span className="flex w-full flex-wrap items-center gap-2 text-start [overflow-wrap:anywhere]">
          <strong>{vehicle.name || '–'}</strong>
          {isMine(vehicle) && <Badge>Chosen</Badge>}
        </span>
      ),
    },
    {
      head: 'Vehicle',
      cell: (vehicle) => (
        <TextLink to={vehicleAddress(vehicle)}>{vehicleInWords(vehicle)}</TextLink>
      ),
    },
    {
      head: '',
      numeric: true,
      cell: (vehicle) => (
        <>
          <div className="flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
            {!isMine(vehicle) && (
              <Button
                small
                look="quiet"
                aria-label={`Choose: ${calledOf(vehicle)}`}
                onClick={({ currentTarget }) => {
                  // Before the button goes, whoever pressed it moves on to the next one of the row.
                  (currentTarget.nextElementSibling as HTMLElement | null)?.focus();
                  choose(vehicle);
                }}
              >
                Choose
              </Button>
            )}
            <Button small aria-label={`Name: ${calledOf(vehicle)}`} onClick={() => onName(vehicle)}>
              Name
            </Button>
            <Button
              small
              look="quiet"
              aria-label={`Remove: ${calledOf(vehicle)}`}
              onClick={() => removing.ask(vehicle)}
            >
              Remove
            </Button>
          </div>
          <StepNoteLine note={removing.note} rowId={vehicle._id} />
        </>
      ),
    },
  ];
}

function calledOf(vehicle: GarageVehicle): string {
  return vehicle.name || vehicleInWords(vehicle);
}

function choose({ make, model, year, engine }: GarageVehicle): void {
  const vehicle = { make, model, year, engine };
  rememberVehicle(vehicle);
  toastSuccess(`Your vehicle is now ${vehicleInWords(vehicle)}.`);
}
