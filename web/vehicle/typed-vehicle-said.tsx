import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { Understood } from '#contract/search.ts';
import { myVehicle, rememberVehicle, useMyVehicle, vehicleInWords } from './my-vehicle.ts';
import { newVehicleIn, takeTyped } from './typed-vehicle.ts';
import { listFor } from './vehicle-address.ts';

interface Change {
  readonly before: ChosenVehicle | undefined;
  readonly now: ChosenVehicle;
}

/** Remembers the vehicle that somebody typed into the search, says so until another one is remembered, and takes it back when asked. */
export function TypedVehicleSaid({ q, named }: { q: string; named: Understood['vehicle'] }) {
  const [change, setChange] = useState<Change>();
  const mine = useMyVehicle();
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const before = myVehicle();
    const now = takeTyped(q) ? newVehicleIn(named, before) : undefined;
    if (now === undefined) return;
    rememberVehicle(now);
    setChange({ before, now });
    // The search box had sent the one before with the words.
    if (new URLSearchParams(search).has('make'))
      void navigate(listFor(now, search), { replace: true, preventScrollReset: true });
    // Once for each answer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [q, named]);
  const isTrue =
    change !== undefined &&
    mine !== undefined &&
    vehicleInWords(mine) === vehicleInWords(change.now);
  // For good: chosen by hand later, it is none that was typed.
  if (change !== undefined && !isTrue) setChange(undefined);
  if (change === undefined || !isTrue) return null;
  const { before, now } = change;
  return (
    <p role="status" className="text-sm">
      Your vehicle is now <strong>{vehicleInWords(now)}</strong>.{' '}
      <button
        type="button"
        className="link min-h-6 font-semibold"
        onClick={() => {
          rememberVehicle(before);
          setChange(undefined);
          if (before && new URLSearchParams(search).has('make'))
            void navigate(listFor(before, search), { replace: true, preventScrollReset: true });
        }}
      >
        Undo
      </button>
    </p>
  );
}
