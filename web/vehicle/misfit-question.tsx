import { useState } from 'react';
import { vehicleInWords, useMyVehicle } from './my-vehicle.ts';
import { MisfitDialog } from './misfit-dialog.tsx';
import { misfitsAmong, useFitsOf, whenFitsAnswered, type Misfit } from './shop-fits.ts';

/**
 * Ordering what does not fit asks once more. `asks`: whether the next order of these parts has to ask first; a part is asked about once for a vehicle. `asksLater`: the
 * same where the shop has not answered yet, which is waited for, a second at most: nobody is kept from ordering.
 */
export function useMisfitQuestion(parts: readonly Pick<Misfit, 'id' | 'name'>[]) {
  const vehicle = useMyVehicle();
  useFitsOf(parts);
  const [answered, setAnswered] = useState<{ of: typeof vehicle; ids: ReadonlySet<string> }>();
  const known = answered?.of === vehicle ? answered?.ids : undefined;
  const leftNow = () => misfitsAmong(parts, vehicle).filter(({ id }) => !known?.has(id));
  const left = leftNow();
  return {
    asksLater: () =>
      vehicle &&
      whenFitsAnswered(
        vehicle,
        parts.map(({ id }) => id),
      )?.then(() => leftNow().length > 0),
    asks: left.length > 0,
    /** The question, open while an order waits for its answer. */
    render: (isWaiting: boolean, answer: { onOrder: () => void; onBack: () => void }) =>
      vehicle && (
        <MisfitDialog
          open={isWaiting && left.length > 0}
          vehicle={vehicleInWords(vehicle)}
          misfits={left}
          onBack={answer.onBack}
          onOrder={() => {
            const ids = new Set([...(known ?? []), ...left.map(({ id }) => id)]);
            setAnswered({ of: vehicle, ids });
            answer.onOrder();
          }}
        />
      ),
  };
}
