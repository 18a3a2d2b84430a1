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

/** Whether a part fits the vehicle of the list, else the one that this browser remembers; nothing where there is none. The reason is told on pointing, and read out. */
export function FitBadge({ partId, fit: given, className = '' }: Badged) {
  const asked = useFit(given ? undefined : partId);
  const fit = given ?? asked;
  if (fit === undefined) return null;
  const { tone, words, icon } = looks[fit.state];
  return (
    <span
      className={`inline-flex flex-none rounded-sm whitespace-nowrap ${className}`}
      title={fit.reason}
    >
      <Badge tone={tone}>
        {icon && <Icon name={icon} className="me-1 size-3.5" />}
        {words}
        <span className="sr-only">{after(words, fit.reason)}</span>
      </Badge>
    </span>
  );
}

/** The reason as it is read out after the words, without saying them twice: 'Fits any vehicle.' */
function after(words: string, reason: string): string {
  return reason.startsWith(`${words} `) ? reason.slice(words.length) : `: ${reason}`;
}
