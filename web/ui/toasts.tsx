import { useEffect, useRef, useSyncExternalStore } from 'react';
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless';
import { Icon, type IconName } from './icon.tsx';

// Durations and the limit of 20 of Spec §9 are the library's defaults. Setting one duration for all would also end loading
// toasts. How a toast looks is ours: the library's own look would be 2 KB more on every page.

/** Screen readers ignore the toasts themselves: our two live regions announce them once. */
export const silent = { ariaProps: { role: 'status', 'aria-live': 'off' } } as const;

interface Said {
  readonly polite: string;
  readonly assertive: string;
}
const nothing: Said = { polite: '', assertive: '' };
let said = nothing;
const listeners = new Set<() => void>();

/** Has screen readers say it. */
export function say(next: Partial<Said>): void {
  // A trailing no-break space makes screen readers announce the same sentence again.
  const [channel, text] = Object.entries(next)[0] as [keyof Said, string];
  said = { ...said, [channel]: said[channel] === text ? `${text}\u00A0` : text };
  for (const changed of listeners) changed();
}

/** Something succeeded. */
export function toastSuccess(message: string, options: { readonly id?: string } = {}): void {
  toast.success(message, { ...silent, ...options });
  say({ polite: message });
}

/** Something failed. Toasts with the same `id` replace each other. */
export function toastError(message: string, options: { readonly id?: string } = {}): void {
  toast.error(message, { ...silent, ...options });
  say({ assertive: message });
}

/** Removes the toasts of an earlier try. */
export function dismissToasts(): void {
  toast.dismiss();
}

/** Where toasts appear, and the live regions that announce them. Once per page, in the root. */
export function Toasts() {
  // The library pauses toasts under the pointer; these handlers pause them for keyboard focus too.
  const { toasts, handlers } = useToaster();
  const { startPause, endPause } = handlers;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Closing a toast removes its focused button without a blur event, and the pause would never end.
    if (box.current?.matches(':hover, :focus-within') === false) endPause();
  }, [toasts, endPause]);
  const now = useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    () => said,
    () => nothing,
  );
  return (
    <>
      {/* Below the header, which keeps its menu. */}
      <div
        ref={box}
        onMouseEnter={startPause}
        onMouseLeave={endPause}
        onFocus={startPause}
        onBlur={endPause}
        className="pointer-events-none fixed inset-x-4 top-18 z-50 flex flex-col items-end"
      >
        {toasts.map((one) => (
          <ToastCard key={one.id} shown={one} />
        ))}
      </div>
      <div className="sr-only" role="status" aria-live="polite">
        {now.polite}
      </div>
      <div className="sr-only" role="alert" aria-live="assertive">
        {now.assertive}
      </div>
    </>
  );
}

const signs: Partial<Record<Toast['type'], { readonly icon: IconName; readonly look: string }>> = {
  success: { icon: 'check', look: 'bg-success text-success-content' },
  error: { icon: 'close', look: 'bg-error text-error-content' },
};

function ToastCard({ shown }: { shown: Toast }) {
  const { type, message, visible } = shown;
  const sign = signs[type];
  return (
    // The rows below move up while it leaves.
    <div className="toast-place" data-leaving={!visible || undefined}>
      <div className="min-h-0">
        <div className="toast-card">
          {sign && (
            <span
              className={`grid size-5 flex-none place-items-center rounded-full ${sign.look}`}
              aria-hidden="true"
            >
              <Icon name={sign.icon} className="size-3.5" />
            </span>
          )}
          {type === 'loading' && <span className="spinner size-4 flex-none" aria-hidden="true" />}
          <div className="mx-2.5 my-1 min-w-0 flex-auto whitespace-pre-line" {...shown.ariaProps}>
            {resolveValue(message, shown)}
          </div>
        </div>
      </div>
    </div>
  );
}
