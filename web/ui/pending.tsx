import { useNavigation } from 'react-router';

/** A thin bar at the top while the next page is loading, from 100 ms on. */
export function Pending() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div role="status" className="late fixed inset-x-0 top-0 z-50">
      <span className="sr-only">Loading…</span>
      <progress className="progress h-1 rounded-none" aria-hidden="true" />
    </div>
  );
}
