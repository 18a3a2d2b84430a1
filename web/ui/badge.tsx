import type { ReactNode } from 'react';

/** Green, amber and red are for states only. */
export type Tone = 'good' | 'waiting' | 'bad' | 'neutral';

const tones: Record<Tone, string> = {
  good: 'text-success bg-success/12',
  waiting: 'text-warning bg-warning/14',
  bad: 'text-error bg-error/12',
  neutral: 'bg-base-content/8',
};

/** A state in a word. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`figures inline-flex items-center rounded-sm px-2 py-0.5 text-sm font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
