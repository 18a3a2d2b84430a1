import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/texts.ts';
import { Icon } from './icon.tsx';
import { say, silent } from './toasts.tsx';

/** Details to read or copy: stay for 10 seconds and can be closed (Spec §2, §9). */
export function toastDetails(message: string): void {
  toast(
    ({ id }) => (
      <span className="figures flex items-start gap-3">
        <span className="min-w-0 break-all select-text">{message}</span>
        <button
          type="button"
          aria-label="Close"
          className="btn btn-ghost btn-sm btn-square -my-1 -me-2"
          onClick={() => toast.dismiss(id)}
        >
          <Icon name="close" className="size-4" />
        </button>
      </span>
    ),
    { ...silent, duration: limits.detailsToastMs },
  );
  say({ polite: message });
}
