import { Icon, type IconName } from '#web/ui/icon.tsx';
import type { Change } from './changes.ts';

const looks: Record<Change['kind'], readonly [IconName, string]> = {
  gone: ['close', 'text-error'],
  replaced: ['retry', ''],
  stock: ['alert', 'text-error'],
  quantity: ['alert', 'text-error'],
  up: ['arrow-up', 'text-error'],
  down: ['arrow-down', 'text-success'],
};

/** One thing that is not as it was when the part was ordered. */
export function ChangeLine({ change: { kind, words } }: { change: Change }) {
  const [icon, ink] = looks[kind];
  return (
    <span className="figures flex items-start gap-1.5 text-sm">
      <Icon name={icon} className={`mt-0.5 size-4 ${ink}`} />
      <span>{words}</span>
    </span>
  );
}
