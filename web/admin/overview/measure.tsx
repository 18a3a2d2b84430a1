import type { ReactNode } from 'react';

/** A figure with a bar below it, as long as its share of the largest one. */
export function Measure({ of, most, children }: { of: number; most: number; children: ReactNode }) {
  const share = most > 0 ? Math.max(0, (of / most) * 100) : 0;
  return (
    <span className="measure inline-block max-w-full">
      {children}
      <svg
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="mt-0.5 block w-full"
        aria-hidden="true"
      >
        <rect x={100 - share} width={share} height="1" className="chart-bar" />
      </svg>
    </span>
  );
}
