/** Something is on its way. Shows itself after 100 ms, so that quick answers do not flash it. */
export function Spinner({
  label = 'Loading…',
  className = 'py-16',
}: {
  label?: string;
  className?: string;
}) {
  return (
    <div
      role="status"
      className={`late flex w-full items-center justify-center gap-3 ${className}`}
    >
      <span className="loading loading-spinner loading-lg text-primary" aria-hidden="true" />
      <span className="quiet">{label}</span>
    </div>
  );
}
