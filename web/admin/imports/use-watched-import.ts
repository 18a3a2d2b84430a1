import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Import } from '#contract/imports.ts';
import { call } from '#web/api/call.ts';
import { isRunning } from './import-words.ts';
import { nextDelay, type Heard } from './watch-delay.ts';

/** An import as it is now. */
interface Watched {
  readonly shown: Import;
  /** The shop did not answer the last time; it is asked again by itself. */
  readonly isLost: boolean;
  readonly askNow: () => void;
}

/**
 * Follows an import while the shop works at it, and when somebody comes back to the page: another tab, or another admin, may have
 * gone on. The page is loaded anew only when the import is at another step.
 */
export function useWatchedImport(loaded: Import): Watched {
  const { revalidate } = useRevalidator();
  const [heard, setHeard] = useState<{ readonly of: Import; readonly now: Import }>();
  const [isLost, setLost] = useState(false);
  const [asked, setAsked] = useState(0);
  // What was heard before the page was loaded anew counts no more.
  const shown = heard?.of === loaded ? heard.now : loaded;
  const running = isRunning(loaded);

  const ask = useEffectEvent(async (): Promise<Heard> => {
    try {
      const now = await call('getImport', { params: { id: loaded._id } });
      setLost(false);
      if (now.state === loaded.state && now.check === loaded.check) setHeard({ of: loaded, now });
      else await revalidate();
      return now.progress.done === shown.progress.done ? 'still' : 'moved';
    } catch {
      setLost(true);
      return 'nothing';
    }
  });

  useEffect(() => {
    if (!running) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (delay: number) => {
      timer = setTimeout(() => {
        // A page that nobody sees does not ask.
        if (document.visibilityState === 'hidden') wait(delay);
        else void ask().then((what) => stopped || wait(nextDelay(delay, what)));
      }, delay);
    };
    let stopped = false;
    wait(asked === 0 ? nextDelay(0, 'moved') : 0);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [running, asked, loaded._id, loaded.state]);

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void ask();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  return { shown, isLost, askNow: () => setAsked((before) => before + 1) };
}
