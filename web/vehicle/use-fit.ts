import { useEffect, useState } from 'react';
import type { Fit } from '#contract/fit.ts';
import { useMyVehicle } from './my-vehicle.ts';

/**
 * Whether a part fits the vehicle that this browser remembers; undefined without one, until the shop has answered, and where it cannot be asked. What asks is
 * loaded for whoever has chosen a vehicle.
 */
export function useFit(partId: string | undefined): Fit | undefined {
  const vehicle = useMyVehicle();
  const [fit, show] = useState<Fit>();
  useEffect(() => {
    if (vehicle === undefined || partId === undefined) return undefined;
    const leaving = new AbortController();
    void import('./shop-fits.ts').then(
      ({ followFit }) => followFit(vehicle, partId, { show, stay: leaving.signal }),
      () => undefined,
    );
    return () => {
      leaving.abort();
      show(undefined);
    };
  }, [vehicle, partId]);
  return fit;
}
