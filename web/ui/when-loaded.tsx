import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Await } from 'react-router';
import { valueOf, type Deferred, type Outcome } from '#web/api/defer.ts';
import { Spinner } from './spinner.tsx';
import { Failed } from './states.tsx';

interface Loaded<Value> {
  data: Deferred<Value>;
  children: (value: Value) => ReactNode;
  /** Null for nothing at all. */
  failed?: ReactNode;
  /** The shape of what comes; a spinner where it is not known. */
  waiting?: ReactNode;
}

/**
 * Shows what `defer` loaded: at once when it is there, else after a spinner; a failure is a neutral line with Retry.
 * While data is loaded again after an action the page stays as it is, so forms keep what is typed and their messages.
 * A list whose address changes needs a `key`.
 */
export function WhenLoaded<Value>(props: Loaded<Value>) {
  // The first data decides whether there is a Suspense boundary: changing that later would remount everything below.
  // Data that is there needs none, and React would send a boundary of more than a few kilobytes behind its spinner.
  const [first] = useState<Deferred<Value>>(props.data);
  if (!(first instanceof Promise))
    return <Current {...props} first={{ data: first, outcome: first }} />;
  return (
    <Suspense fallback={props.waiting === undefined ? <Spinner /> : props.waiting}>
      <Await resolve={first}>
        {(outcome) => <Current {...props} first={{ data: first, outcome }} />}
      </Await>
    </Suspense>
  );
}

/** The data of one load, and its outcome. */
interface Shown<Value> {
  readonly data: Deferred<Value>;
  readonly outcome: Outcome<Value>;
}

function Current<Value>(props: Loaded<Value> & { first: Shown<Value> }) {
  const { data, first, children, failed = <Failed />, waiting = <Spinner /> } = props;
  const [shown, setShown] = useState(first);
  useEffect(() => {
    let left = false;
    void Promise.resolve(data).then((outcome) => {
      if (!left) setShown((before) => (before.data === data ? before : { data, outcome }));
    });
    return () => void (left = true);
  }, [data]);
  const awaited = data instanceof Promise && data !== shown.data;
  // After a failure the spinner shows that Retry does something.
  if (awaited && !shown.outcome.ok) return waiting;
  const outcome = data instanceof Promise ? shown.outcome : data;
  return outcome.ok ? children(valueOf(outcome)) : failed;
}
