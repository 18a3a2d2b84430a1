import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { Fit } from '#contract/fit.ts';
import { call } from '#web/api/call.ts';
import { AskedFits } from './asked-fits.ts';

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
