import { createContext, Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { Await } from 'react-router';
import { valueOf, type Deferred } from '#web/api/defer.ts';
import { Spinner } from './spinner.tsx';
import { nextShown, type Shown } from './next-shown.ts';
import { Failed } from './states.tsx';

interface Loaded<Value> {
  data: Deferred<Value>;
  children: (value: Value) => ReactNode;
  /** Null for nothing at all. */
  failed?: ReactNode;
  /** The shape of what comes; a spinner where it is not known. */
  waiting?: ReactNode;
  /** Said in place of the general sentence where what is shown could not be loaded again. What is below may be new and says it by itself. */
  again?: string;
}

/** Whether it is said further up already that what is shown could not be loaded again. */
const Said = createContext(false);

/**
 * Shows what `defer` loaded: at once when it is there, else after a spinner; a failure is a neutral line with Retry.
 * While data is loaded again after an action the page stays as it is, so forms keep what is typed and their messages; also when that fails, which a line
 * above says. What changes with the address needs a `key`.
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

function Current<Value>(props: Loaded<Value> & { first: Shown<Value> }) {
  const { data, first, children, failed = <Failed />, waiting = <Spinner />, again } = props;
  const isSaid = use(Said);
  const [before, setShown] = useState(first);
  // Where a failure is not told, what is old would be taken for new.
  const keeps = failed !== null;
  useEffect(() => {
    let left = false;
    void Promise.resolve(data).then((outcome) => {
      if (!left) setShown((last) => nextShown(last, { data, outcome }, keeps));
    });
    return () => void (left = true);
  }, [data, keeps]);
  const shown =
    data instanceof Promise ? before : nextShown(before, { data, outcome: data }, keeps);
  // After a failure the spinner shows that Retry does something.
  if (data !== shown.data && !shown.outcome.ok) return waiting;
  if (!shown.outcome.ok) return failed;
  const isOld = shown.isOld === true;
  return (
    <>
      {isOld && !isSaid && (
        <div className="mb-4">
          <Failed>{again ?? 'What you see here could not be loaded again.'}</Failed>
        </div>
      )}
      <Said value={(isOld && again === undefined) || isSaid}>
        {children(valueOf(shown.outcome))}
      </Said>
    </>
  );
}
