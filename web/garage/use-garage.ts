import { useEffect, useEffectEvent, useState } from 'react';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { mostGarageVehicles, vehicleKey } from '#contract/garage-rules.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/session/session.ts';
import { inTurn } from './in-turn.ts';
import { garageChanged } from './garage-changes.ts';
import { guestGarage, storeGuestGarage, useGuestGarage } from './guest-garage.ts';
import { leftOutInWords, mergeGarage } from './merge-garage.ts';
import { rememberAsKept } from './remember-as-kept.ts';
import type { NamedVehicle } from './stored-garage.ts';

export interface Garage {
  /** Undefined while they are not known. */
  readonly vehicles: readonly NamedVehicle[] | undefined;
  /** Why the last step, or reading them, failed. */
  readonly error: string | undefined;
  readonly keep: (vehicle: ChosenVehicle) => void;
  readonly rename: (vehicle: NamedVehicle, name: string) => void;
  readonly remove: (vehicle: NamedVehicle) => void;
}

/** The vehicles of whoever looks: a guest's in the browser, a customer's in their account. */
export function useGarage(): Garage {
  const email = useSession()?.email;
  const guest = useGuestGarage();
  const [kept, setKept] = useState<readonly NamedVehicle[]>();
  const [error, setError] = useState<string>();
  const [steps] = useState(inTurn<readonly NamedVehicle[]>);
  const take = (step: () => Promise<readonly NamedVehicle[]>) => {
    setError(undefined);
    steps.take(step, setKept, (failed) => setError(sentenceOf(failed)));
  };
  const read = useEffectEvent(() => take(readKept));
  useEffect(() => {
    steps.startAnew();
    setKept(undefined);
    if (email !== undefined) read();
  }, [email, steps]);
  if (email === undefined)
    return { vehicles: guest, error, ...guestSteps((sentence) => setError(sentence)) };
  return {
    vehicles: kept,
    error,
    keep: (vehicle) => take(() => keepInAccount(vehicle)),
    rename: (vehicle, name) => take(() => renameInAccount(vehicle, name)),
    remove: (vehicle) => take(() => removeFromAccount(vehicle)),
  };
}

async function readKept(): Promise<readonly NamedVehicle[]> {
  await mergeGarage();
  return call('listGarage', {});
}

async function keepInAccount({ make, model, year, engine }: ChosenVehicle) {
  const vehicle = { make, model, year, engine };
  const answer = await call('keepVehicles', { body: { vehicles: [vehicle] } });
  rememberAsKept([vehicle], answer.spelled);
  garageChanged();
  if (answer.leftOut > 0) throw new ApiError(409, 'too_many_vehicles', full);
  return answer.vehicles;
}

async function renameInAccount({ _id = '' }: NamedVehicle, name: string) {
  await call('renameVehicle', { params: { id: _id }, body: { name } });
  garageChanged();
  return call('listGarage', {});
}

async function removeFromAccount({ _id = '' }: NamedVehicle) {
  await call('removeVehicle', { params: { id: _id } });
  garageChanged();
  return call('listGarage', {});
}

const full = leftOutInWords(1);

function guestSteps(say: (error: string | undefined) => void): Omit<Garage, 'vehicles' | 'error'> {
  const change = (vehicles: readonly NamedVehicle[]) => {
    say(undefined);
    storeGuestGarage(vehicles);
  };
  return {
    keep(vehicle) {
      if (guestGarage().length >= mostGarageVehicles) say(full);
      else change([...othersThan(vehicle), { ...vehicle, name: '' }]);
    },
    rename(vehicle, name) {
      const key = vehicleKey(vehicle);
      change(guestGarage().map((one) => (vehicleKey(one) === key ? { ...one, name } : one)));
    },
    remove: (vehicle) => change(othersThan(vehicle)),
  };
}

function othersThan(vehicle: ChosenVehicle): readonly NamedVehicle[] {
  return guestGarage().filter((one) => vehicleKey(one) !== vehicleKey(vehicle));
}

function sentenceOf(failed: unknown): string {
  if (!(failed instanceof ApiError)) throw failed;
  return failed.message;
}
