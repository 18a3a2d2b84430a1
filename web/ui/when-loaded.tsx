import { Suspense, type ReactNode } from 'react';
import { Await } from 'react-router';
import type { Outcome, Soon } from '#web/api/soon.ts';
import { Spinner } from './spinner.tsx';
import { Failed } from './states.tsx';

/** Shows what `soon` loaded: at once when it is there, else after a spinner; a failure is a neutral line with Retry. */
export function WhenLoaded<Value>(props: {
  readonly data: Soon<Value>;
  readonly children: (value: Value) => ReactNode;
  readonly failed?: ReactNode;
  readonly spinner?: ReactNode;
}) {
  const shown = (outcome: Outcome<Value>) => (outcome.ok ? props.children(outcome.value) : (props.failed ?? <Failed />));
  if (!(props.data instanceof Promise)) return shown(props.data);
  return (
    <Suspense fallback={props.spinner ?? <Spinner />}>
      <Await resolve={props.data}>{shown}</Await>
    </Suspense>
  );
}
