import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from './button.tsx';
import { useHydrated } from './hydrated.ts';

/** There is nothing yet, or nothing that fits: says so and offers the way on. */
export function Empty({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="rounded-box border-base-300 bg-base-100 flex flex-col items-center gap-4 border border-dashed px-6 py-14 text-center">
      <p className="text-lg">{children}</p>
      {action}
    </div>
  );
}

/**
 * Something could not be fetched: a neutral line and Retry, which loads the page's data again unless `onRetry` does better.
 * `data-state` keeps such a page out of the page cache.
 */
export function Failed({
  children = 'This part of the page is not available right now.',
  onRetry,
}: {
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
}) {
  const { revalidate, state } = useRevalidator();
  const hydrated = useHydrated();
  return (
    <div
      data-state="failed"
      className="rounded-box border-base-300 bg-base-100 flex flex-col items-center gap-4 border px-6 py-14 text-center"
    >
      <p className="quiet">{children}</p>
      <Button
        disabled={!hydrated || state === 'loading'}
        onClick={() => (onRetry ? onRetry() : void revalidate())}
      >
        Retry
      </Button>
    </div>
  );
}
