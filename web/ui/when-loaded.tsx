import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Await } from 'react-router';
import type { Outcome, Deferred } from '#web/api/defer.ts';
import { Spinner } from './spinner.tsx';
import { Failed } from './states.tsx';

interface Loaded<Value> {
  data: Deferred<Value>;
  children: (value: Value) => ReactNode;
  failed?: ReactNode;
  /** The shape of what comes; a spinner where it is not known. */
  waiting?: ReactNode;
}

/**
 * Shows what `defer` loaded: at once when it is there, else after a spinner; a failure is a neutral line with Retry.
 * What stands stays while the same page's data is loaded again after an action: forms keep what is typed and what they
 * said. Whoever shows something else under the same address gives a `key`.
 */
export function WhenLoaded<Value>(props: Loaded<Value>) {
  // How it began decides for good: another tree would take the state of everything in it away. Data that is there has
  // no boundary, because React sends a boundary of more than a few kilobytes behind its spinner.
  const [first] = useState<Deferred<Value>>(props.data);
  if (!(first instanceof Promise))
    return <Standing {...props} first={{ data: first, outcome: first }} />;
  return (
    <Suspense fallback={props.waiting ?? <Spinner />}>
      <Await resolve={first}>
        {(outcome) => <Standing {...props} first={{ data: first, outcome }} />}
      </Await>
    </Suspense>
  );
}

/** What was loaded, and how it turned out. */
interface Seen<Value> {
  readonly data: Deferred<Value>;
  readonly outcome: Outcome<Value>;
}

function Standing<Value>({
  data,
  first,
  children,
  failed,
  waiting,
}: Loaded<Value> & { first: Seen<Value> }) {
  const [seen, setSeen] = useState(first);
  useEffect(() => {
    let left = false;
    void Promise.resolve(data).then((outcome) => {
      if (!left) setSeen((before) => (before.data === data ? before : { data, outcome }));
    });
    return () => void (left = true);
  }, [data]);
  const awaited = data instanceof Promise && data !== seen.data;
  // After a failure the spinner shows that Retry does something.
  if (awaited && !seen.outcome.ok) return waiting ?? <Spinner />;
  const outcome = data instanceof Promise ? seen.outcome : data;
  return outcome.ok ? children(outcome.value) : (failed ?? <Failed />);
}
