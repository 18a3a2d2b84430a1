import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';

const looks: Record<Tone, { icon: IconName; ground: string; ink: string }> = {
  good: { icon: 'check', ground: 'bg-good-tint border-success/35', ink: 'text-success' },
  waiting: { icon: 'info', ground: 'bg-waiting-tint border-warning/40', ink: 'text-warning' },
  bad: { icon: 'alert', ground: 'bg-bad-tint border-error/40', ink: 'text-error' },
  neutral: { icon: 'info', ground: 'bg-base-100 border-base-300', ink: '' },
};

/** A highlighted message, coloured by its tone. */
export function Notice(props: { tone?: Tone; className?: string; children: ReactNode }) {
  const { icon, ground, ink } = looks[props.tone ?? 'neutral'];
  return (
    <div className={`rounded-box flex gap-3 border p-4 ${ground} ${props.className ?? ''}`}>
      <Icon name={icon} className={`mt-0.5 size-5 ${ink}`} />
      <div className="min-w-0 grow">{props.children}</div>
    </div>
  );
}
