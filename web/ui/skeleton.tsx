import { useId, type ReactNode } from 'react';

/** A placeholder while content is loading. Appears after 100 ms, so that quick answers do not flash it. */
function Skeleton({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="late">
      <span className="sr-only">Loading…</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

function Bar({ className }: { className: string }) {
  return <span className={`breathing bg-base-content/10 block rounded-sm ${className}`} />;
}

/** The placeholder of a table. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  const id = useId();
  return (
    <Skeleton>
      <div className="rounded-box border-base-300 bg-base-100 divide-base-300 divide-y border">
        <div className="h-9" />
        {Array.from({ length: rows }, (_, row) => (
          <div key={`${id}${row}`} className="flex h-12 items-center gap-6 px-4">
            <Bar className="h-3 w-2/5" />
            <Bar className="h-3 w-20" />
            <Bar className="ms-auto h-3 w-16" />
            <Bar className="h-7 w-20" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

/** The placeholder of part cards. */
export function SkeletonCards({ cards = 6 }: { cards?: number }) {
  const id = useId();
  return (
    <Skeleton>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: cards }, (_, card) => (
          <div
            key={`${id}${card}`}
            className="rounded-box border-base-300 bg-base-100 overflow-hidden border"
          >
            <Bar className="aspect-8/5 rounded-none" />
            <div className="flex flex-col gap-3 p-5">
              <Bar className="h-3 w-2/5" />
              <Bar className="h-4 w-4/5" />
              <Bar className="h-8 w-1/3" />
              <Bar className="h-11 w-32 self-end" />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
