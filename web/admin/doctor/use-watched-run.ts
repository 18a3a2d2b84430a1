import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { DoctorReport } from '#contract/doctor.ts';
import { call } from '#web/api/call.ts';

const apartMs = 1_000;
const apartWithoutAnswerMs = 5_000;

/** Follows a run while it is under way; the page is loaded anew when it has ended. Answers the report as it was heard last. */
export function useWatchedRun(loaded: DoctorReport): DoctorReport {
  const { revalidate } = useRevalidator();
  const [heard, setHeard] = useState<{ readonly of: DoctorReport; readonly now: DoctorReport }>();
  const isRunning = loaded.run?.state === 'running';

  const ask = useEffectEvent(async (): Promise<number> => {
    // A page that nobody sees does not ask.
    if (document.visibilityState === 'hidden') return apartMs;
    try {
      const now = await call('getDoctorReport', {});
      if (now.run?.state === 'running') setHeard({ of: loaded, now });
      else await revalidate();
      return apartMs;
    } catch {
      return apartWithoutAnswerMs;
    }
  });

  useEffect(() => {
    if (!isRunning) return undefined;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (delay: number) => void (timer = setTimeout(() => void askAgain(), delay));
    const askAgain = async () => {
      const next = await ask();
      if (!stopped) wait(next);
    };
    wait(apartMs);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [isRunning]);

  // What was heard before the page was loaded anew counts no more.
  return heard?.of === loaded ? heard.now : loaded;
}
