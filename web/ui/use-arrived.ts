import { useEffect, useState } from 'react';
import { valueOf, type Deferred, type Outcome } from '#web/api/defer.ts';

/** What `defer` loaded once it is there, for what a page can be shown without; undefined before, and after a failure. */
export function useArrived<Value>(data: Deferred<Value>): Value | undefined {
  const [late, setLate] = useState<{ data: Deferred<Value>; outcome: Outcome<Value> }>();
  useEffect(() => {
    if (!(data instanceof Promise)) return undefined;
    let left = false;
    void data.then((outcome) => left || setLate({ data, outcome }));
    return () => void (left = true);
  }, [data]);
  const known = late?.data === data ? late.outcome : undefined;
  const outcome = data instanceof Promise ? known : data;
  return outcome?.ok ? valueOf(outcome) : undefined;
}
