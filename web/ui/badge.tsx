import type { ReactNode } from 'react';

/** Green, amber and red are for states only. */
export type Tone = 'good' | 'waiting' | 'bad' | 'neutral';

const tones: Record<Tone, string> = {
  good: 'text-success bg-good-tint',
  waiting: 'text-warning bg-waiting-tint',
  bad: 'text-error bg-bad-tint',
  neutral: 'bg-base-content/8',
};

/** A coloured label for a state. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`figures inline-flex items-center rounded-sm px-1.5 py-0.5 text-xs font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
