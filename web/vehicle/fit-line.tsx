import { FitMark } from './fit-badge.tsx';
import { useFit } from './use-fit.ts';

/** A line of its own for the badge, with the reason in words unless the part fits. It has its height from the start, for whoever has chosen a vehicle. */
export function FitLine({ partId }: { partId: string }) {
  const fit = useFit(partId);
  return (
    <div className="with-vehicle no-print text-sm">
      <p className="flex min-h-6 items-center gap-2">
        {fit && (
          <span className="inline-flex flex-none whitespace-nowrap" title={fit.reason}>
            <FitMark fit={fit} />
          </span>
        )}
        {fit && fit.state !== 'fits' && (
          <span aria-hidden="true" className="quiet figures">
            {fit.reason}
          </span>
        )}
      </p>
    </div>
  );
}
