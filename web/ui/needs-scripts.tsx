import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** A text for browsers without scripts. */
export function NeedsScripts({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <Notice tone="waiting" className="mb-4">
        {children}
      </Notice>
    </noscript>
  );
}
