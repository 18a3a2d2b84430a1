import { useEffect, useSyncExternalStore } from 'react';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { Fit } from '#contract/fit.ts';
import { call } from '#web/api/call.ts';
import { AskedFits } from './asked-fits.ts';
import { useMyVehicle } from './my-vehicle.ts';

const fits = new AskedFits({
  ask: (vehicle, ids) => call('listFits', { query: { ...vehicle, ids: [...ids] } }),
});

/** Shows whether a part fits a vehicle, as soon as the shop has answered and until `stay` is aborted. */
export function followFit(
  vehicle: ChosenVehicle,
  partId: string,
  { show, stay }: { show: (fit: Fit | undefined) => void; stay: AbortSignal },
): void {
  if (stay.aborted) return;
  const look = () => show(fits.of(vehicle, partId));
  stay.addEventListener('abort', fits.subscribe(look));
  fits.want(vehicle, [partId]);
  look();
}

/** A part, and why it does not fit. */
export interface Misfit {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

/** Waits a second at most for what the shop has not answered yet of these parts; undefined where it has. */
export const whenFitsAnswered = fits.whenAnswered.bind(fits);

/** Follows what the shop says of the parts and the vehicle that this browser remembers. */
export function useFitsOf(parts: readonly Pick<Misfit, 'id'>[]): void {
  const vehicle = useMyVehicle();
  const wanted = parts.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (vehicle && wanted !== '') fits.want(vehicle, wanted.split(' '));
  }, [vehicle, wanted]);
  useSyncExternalStore(
    fits.subscribe,
    () => fits.answers,
    () => 0,
  );
}

/** Those of the parts that do not fit a vehicle, as far as the shop has answered. */
export function misfitsAmong(
  parts: readonly Pick<Misfit, 'id' | 'name'>[],
  vehicle: ChosenVehicle | undefined,
): readonly Misfit[] {
  if (vehicle === undefined) return [];
  return parts.flatMap(({ id, name }) => {
    const fit = fits.of(vehicle, id);
    return fit?.state === 'does not fit' ? [{ id, name, reason: fit.reason }] : [];
  });
}
