import { Suspense } from 'react';
import { late } from '#web/ui/late.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useMyVehicle } from './my-vehicle.ts';
import { useFit } from './use-fit.ts';

const FitBox = late(async () => (await import('./fit-box.tsx')).FitBox);

/** Where a part's page says whether the part fits. For whoever has chosen a vehicle it has its height from the start. */
export function FitPlace({ partId }: { partId: string }) {
  const vehicle = useMyVehicle();
  const fit = useFit(partId);
  return (
    <div className="with-vehicle mt-4">
      {vehicle ? (
        <Suspense fallback={<Coming />}>
          <FitBox fit={fit} vehicle={vehicle} />
        </Suspense>
      ) : (
        <Coming />
      )}
    </div>
  );
}

/** As high as what comes: on a phone a vehicle takes two lines. */
function Coming() {
  return (
    <Notice>
      <p className="font-semibold">
        Your vehicle
        <br className="md:hidden" />
        &nbsp;
      </p>
      <p className="text-sm">Compare it with the vehicles below.</p>
    </Notice>
  );
}
