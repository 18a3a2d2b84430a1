import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { longestVehicleName, vehicleKey } from '#contract/garage-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useMyVehicle, vehicleInWords } from '#web/vehicle/my-vehicle.ts';
import { nameFault } from './name-fault.ts';
import type { NamedVehicle } from './stored-garage.ts';
import { useGarage, type Garage } from './use-garage.ts';

/** In the chooser: the vehicles that somebody keeps, to choose one, name it or forget it, and the way to keep the chosen one. */
export function MyVehicles({ onPick }: { onPick: (vehicle: ChosenVehicle) => void }) {
  const garage = useGarage();
  const mine = useMyVehicle();
  const heading = useRef<HTMLHeadingElement>(null);
  const { vehicles = [], error } = garage;
  const isKept = mine && vehicles.some((one) => vehicleKey(one) === vehicleKey(mine));
  const canKeep = mine !== undefined && garage.vehicles !== undefined && !isKept;
  if (vehicles.length === 0 && !canKeep && error === undefined) return null;
  return (
    <section aria-labelledby="my-vehicles" className="border-base-300 mt-4 mb-5 border-b pb-5">
      <h3 ref={heading} tabIndex={-1} id="my-vehicles" className="text-base font-semibold">
        My vehicles
      </h3>
      <ul className="divide-base-300 mt-1 max-h-72 divide-y overflow-y-auto">
        {vehicles.map((vehicle) => (
          <Entry
            key={vehicleKey(vehicle)}
            vehicle={vehicle}
            isChosen={mine !== undefined && vehicleKey(vehicle) === vehicleKey(mine)}
            garage={garage}
            onPick={() => onPick(vehicleOf(vehicle))}
            onGone={() => heading.current?.focus()}
          />
        ))}
      </ul>
      {canKeep && (
        <Button
          small
          className="mt-2"
          onClick={() => {
            garage.keep(mine);
            heading.current?.focus();
          }}
        >
          Keep in my garage
        </Button>
      )}
      <p role="status" className="text-error text-sm font-semibold [&:not(:empty)]:mt-2">
        {error}
      </p>
    </section>
  );
}

function vehicleOf({ make, model, year, engine }: NamedVehicle): ChosenVehicle {
  return {
    make,
    ...(model !== undefined && { model }),
    ...(year !== undefined && { year }),
    ...(engine !== undefined && { engine }),
  };
}

function Entry(props: {
  vehicle: NamedVehicle;
  isChosen: boolean;
  garage: Garage;
  onPick: () => void;
  /** The pressed button is gone. */
  onGone: () => void;
}) {
  const { vehicle, isChosen, garage } = props;
  const [naming, setNaming] = useState(false);
  const nameButton = useRef<HTMLButtonElement>(null);
  const words = vehicleInWords(vehicle);
  const called = vehicle.name || words;
  // The field goes away with the focus in it.
  const endNaming = () => {
    setNaming(false);
    nameButton.current?.focus();
  };
  return (
    <li className="py-1">
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={props.onPick}
          className="hover:bg-base-200 flex min-h-11 min-w-0 grow items-center gap-2 rounded-md px-2 text-start [overflow-wrap:anywhere]"
        >
          <Icon name={isChosen ? 'check' : 'car'} className="size-5 flex-none" />
          <span className="min-w-0">
            {vehicle.name !== '' && <strong className="block">{vehicle.name}</strong>}
            <span className={vehicle.name === '' ? '' : 'quiet block text-sm'}>{words}</span>
          </span>
        </button>
        <Button
          ref={nameButton}
          small
          look="quiet"
          aria-label={`Name: ${called}`}
          aria-expanded={naming}
          onClick={() => (naming ? endNaming() : setNaming(true))}
        >
          Name
        </Button>
        <Button
          small
          look="quiet"
          aria-label={`Remove: ${called}`}
          onClick={() => {
            garage.remove(vehicle);
            props.onGone();
          }}
        >
          <Icon name="close" className="size-4" />
        </Button>
      </div>
      {naming && (
        <NameField
          name={vehicle.name}
          onSave={(name) => {
            garage.rename(vehicle, name);
            setNaming(false);
            props.onGone();
          }}
          onCancel={endNaming}
        />
      )}
    </li>
  );
}

/** Escape closes it and not the chooser. */
function NameField(props: { name: string; onSave: (name: string) => void; onCancel: () => void }) {
  const [typed, setTyped] = useState(props.name);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = () => {
    const fault = nameFault(typed);
    setError(fault);
    if (fault === undefined) props.onSave(typed.trim());
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') save();
    else props.onCancel();
  };
  return (
    <div className="flex items-end gap-2 px-2 pt-1 pb-2">
      <div className="min-w-0 grow">
        <Field
          ref={field}
          label="What you call it"
          name=""
          autoComplete="off"
          maxLength={longestVehicleName}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKey}
          error={error}
        />
      </div>
      <Button onClick={save}>Save</Button>
    </div>
  );
}
