import type { Fit } from '#contract/fit.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { useFit } from './use-fit.ts';

/** 'Does not fit' is grey, because in a list it is no fault. */
const looks: Record<Fit['state'], { tone: Tone; words: string; icon?: IconName }> = {
  fits: { tone: 'good', words: 'Fits', icon: 'check' },
  check: { tone: 'waiting', words: 'Check', icon: 'info' },
  'does not fit': { tone: 'neutral', words: 'Does not fit' },
};

interface Badged {
  partId: string;
  /** What the list that the part is in says of it, of the vehicle that its address names. */
  fit?: Fit | undefined;
  className?: string;
}

/** Whether a part fits the vehicle of the list, else the one that this browser remembers; nothing where there is none. The reason is told on pointing, and read out; why one may not fit is shown by a press, too. */
export function FitBadge({ partId, fit: given, className = '' }: Badged) {
  const asked = useFit(given ? undefined : partId);
  const fit = given ?? asked;
  if (fit === undefined) return null;
  const look = `inline-flex flex-none rounded-sm whitespace-nowrap ${className}`;
  if (fit.state === 'fits')
    return (
      <span className={look} title={fit.reason}>
        <FitMark fit={fit} />
      </span>
    );
  const id = `why-${partId}`;
  return (
    <>
      {/* As high as a finger needs, in a line that is lower. */}
      <button
        type="button"
        popoverTarget={id}
        title={fit.reason}
        className={`-my-0.5 min-h-6 cursor-pointer items-center ${look}`}
      >
        <FitMark fit={fit} />
      </button>
      <span
        popover="auto"
        id={id}
        className="rounded-field border-base-300 bg-base-100 text-base-content shadow-float m-auto max-w-80 border px-3 py-2 text-start text-sm font-normal [position-area:bottom] [position-try-fallbacks:flip-block] supports-[position-area:bottom]:m-1"
      >
        {fit.reason}
      </span>
    </>
  );
}

/** The badge alone, where the reason stands beside it. */
export function FitMark({ fit }: { fit: Fit }) {
  const { tone, words, icon } = looks[fit.state];
  return (
    <Badge tone={tone}>
      {icon && <Icon name={icon} className="me-1 size-3.5" />}
      {words}
      <span className="sr-only">{after(words, fit.reason)}</span>
    </Badge>
  );
}

/** The reason as it is read out after the words, without saying them twice: 'Fits any vehicle.' */
function after(words: string, reason: string): string {
  return reason.startsWith(`${words} `) ? reason.slice(words.length) : `: ${reason}`;
}
