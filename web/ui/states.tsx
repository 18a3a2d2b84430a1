import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from './button.tsx';
import { useHydrated } from './hydrated.ts';
import { Icon, type IconName } from './icon.tsx';

/** The frame of them all. */
export function StateBox(props: {
  icon: IconName;
  frame: string;
  ring: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      className={`rounded-box flex flex-col items-start gap-4 border p-6 sm:flex-row sm:items-center ${props.frame}`}
    >
      <span className={`grid size-12 flex-none place-items-center rounded-full ${props.ring}`}>
        <Icon name={props.icon} className="size-6" />
      </span>
      <div className="min-w-0 grow">{props.children}</div>
      {props.action}
    </div>
  );
}

/** An empty list, with an action. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <StateBox icon="shelf" frame="border-base-300 bg-base-100" ring="bg-base-200" action={action}>
      <p className="font-semibold">{children}</p>
    </StateBox>
  );
}

/**
 * A failure to load. Retry loads the page's data again, or calls `onRetry`. `data-state` keeps such a page out of the page
 * cache.
 */
export function Failed(props: { children?: ReactNode; onRetry?: () => void }) {
  const { revalidate, state } = useRevalidator();
  const hydrated = useHydrated();
  return (
    <div data-state="failed">
      <StateBox
        icon="unplugged"
        frame="border-error/40 border-s-4 border-s-error bg-base-100"
        ring="bg-bad-tint text-error"
        action={
          <Button
            disabled={!hydrated || state === 'loading'}
            onClick={() => (props.onRetry ? props.onRetry() : void revalidate())}
          >
            <Icon name="retry" className="size-4" />
            Retry
          </Button>
        }
      >
        <p>{props.children ?? 'This part of the page is not available right now.'}</p>
      </StateBox>
    </div>
  );
}
