import { useEffect, useReducer } from 'react';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { Vehicles } from '#contract/parts.ts';
import { call } from '#web/api/call.ts';
import {
  chooserOf,
  chooserStep,
  vehicleIn,
  type ChooserEvent,
  type ChooserState,
} from './chooser-state.ts';

export interface Chooser {
  readonly state: ChooserState;
  /** What is chosen so far; undefined without a make. */
  readonly vehicle: ChosenVehicle | undefined;
  readonly dispatch: (event: ChooserEvent) => void;
}

/** A vehicle that somebody chooses field by field; asks the shop what leads to parts. */
export function useChooser(
  vehicle: ChosenVehicle | undefined,
  lists: Vehicles | undefined,
): Chooser {
  const [state, dispatch] = useReducer(chooserStep, undefined, () => chooserOf(vehicle, lists));
  const { asked } = state;
  const { make, model, year } = state.chosen;
  useEffect(() => {
    if (asked === 0) return undefined;
    const controller = new AbortController();
    const query = { ...(make && { make }), ...(model && { model }), ...(year && { year }) };
    call('listVehicles', { query }, { signal: controller.signal }).then(
      (answer) => dispatch({ kind: 'listed', lists: answer }),
      () => controller.signal.aborted || dispatch({ kind: 'failed' }),
    );
    return () => controller.abort();
  }, [asked, make, model, year]);
  return { state, vehicle: vehicleIn(state), dispatch };
}
