import type { ReactNode } from 'react';
import { StateBox } from './states.tsx';

/** A list without matches for its filters. */
export function NothingFound({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <StateBox
      icon="filters"
      frame="border-base-content/50 border-dashed"
      ring="bg-base-content/8"
      action={action}
    >
      <p className="font-semibold">{children}</p>
    </StateBox>
  );
}
