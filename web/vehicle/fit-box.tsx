import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { Fit } from '#contract/fit.ts';
import type { Tone } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { vehicleInWords } from './my-vehicle.ts';
import { openChooser } from './open-chooser.ts';

/** Red, because here it is about this part. */
const tones: Record<Fit['state'], Tone> = {
  fits: 'good',
  check: 'waiting',
  'does not fit': 'bad',
};

/** On a part's page: whether it fits the vehicle that this browser remembers, why, and the way to another vehicle. */
export function FitBox({ fit, vehicle }: { fit: Fit | undefined; vehicle: ChosenVehicle }) {
  return (
    <Notice tone={fit ? tones[fit.state] : 'neutral'}>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <p className="grow basis-48 font-semibold [overflow-wrap:anywhere]">
          {titleOf(fit, vehicleInWords(vehicle))}
        </p>
        <button
          type="button"
          onClick={() => openChooser()}
          className="link inline-flex min-h-6 items-center text-sm"
        >
          {lacking(fit) ?? (
            <>
              Change<span className="sr-only"> your vehicle</span>
            </>
          )}
        </button>
      </div>
      <p className="figures text-sm">{fit?.reason ?? 'Compare it with the vehicles below.'}</p>
    </Notice>
  );
}

function titleOf(fit: Fit | undefined, vehicle: string): string {
  switch (fit?.state) {
    case 'fits':
      return `Fits your ${vehicle}`;
    case 'does not fit':
      return `Does not fit your ${vehicle}`;
    case 'check':
      return `Check whether it fits your ${vehicle}`;
    case undefined:
      return `Your vehicle: ${vehicle}`;
  }
}

/** What of the vehicle is to be chosen, where the reason asks for it: 'Choose the engine'. */
function lacking(fit: Fit | undefined): string | undefined {
  const asked = /choose (the (?:model|year|engine))\.$/i.exec(fit?.reason ?? '')?.[1];
  return asked && `Choose ${asked}`;
}
