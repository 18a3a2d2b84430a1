/** A loading spinner. Appears after 100 ms, so that quick answers do not flash it. */
export function Spinner(props: { label?: string; className?: string }) {
  return (
    <div
      role="status"
      className={`late flex w-full items-center justify-center gap-3 ${props.className ?? 'py-16'}`}
    >
      <span className="spinner size-7 text-primary" aria-hidden="true" />
      <span className="quiet">{props.label ?? 'Loading…'}</span>
    </div>
  );
}
