import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** What a browser without scripts is told where a page cannot work without them. */
export function NeedsScripts({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <Notice tone="waiting" className="mb-4">
        {children}
      </Notice>
    </noscript>
  );
}
