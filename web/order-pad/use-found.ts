import { useEffect, useEffectEvent, useState } from 'react';
import type { WrittenLine } from '#contract/list-lines.ts';
import { minuteMs } from '#contract/durations.ts';
import { ApiError } from '#web/api/api-error.ts';
import { keyOf } from '#web/order-list/list-model.ts';
import { askAbout } from './ask-about.ts';
import type { Found } from './pad-rows.ts';

/** How long somebody pauses before the shop is asked, in milliseconds: several changes are one question. */
const pause = 250;

/** After so many milliseconds prices and stock may have changed. */
const old = 5 * minuteMs;

/**
 * What the shop knows of the lines' numbers, by their keys: all that are new, in one request after a pause. Quantities are
 * judged here, so changing one asks nothing. `failure`: why the shop could not be asked; `retry` asks again, `askAnew` about all.
 */
export function useFound(lines: readonly WrittenLine[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, Found>>(new Map());
  const [failed, setFailed] = useState<{ readonly asked: string; readonly message: string }>();
  const [tries, setTries] = useState(0);
  const unknown = lines
    .filter((line) => !known.has(keyOf(line)))
    .map(keyOf)
    .join('\n');
  useEffect(() => {
    if (unknown === '') return undefined;
    const controller = new AbortController();
    const ask = async () => {
      const asked = lines.filter((line) => !known.has(keyOf(line)));
      try {
        const found = await askAbout(asked, controller.signal);
        setKnown((before) => new Map([...before, ...found]));
        setFailed(undefined);
      } catch (error) {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setFailed({ asked: unknown, message: error.message });
      }
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // Only new numbers ask: what is known changes with each answer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [unknown, tries]);
  useRefreshed(lines, (found) => setKnown((before) => new Map([...before, ...found])));
  return {
    known,
    // Of lines that are gone, or new since, nothing was asked.
    failure: failed?.asked === unknown ? failed.message : undefined,
    retry: () => setTries((before) => before + 1),
    askAnew: () => setKnown(new Map()),
  };
}

/**
 * Asks about all lines again when somebody comes back to the page after a while. What is shown stays until the answer is there,
 * and without one: the shop checks each line again when it is ordered.
 */
function useRefreshed(
  lines: readonly WrittenLine[],
  onFound: (found: ReadonlyMap<string, Found>) => void,
): void {
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    try {
      if (lines.length > 0) onFound(await askAbout(lines, signal));
    } catch (error) {
      if (!signal.aborted && !(error instanceof ApiError)) throw error;
    }
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let since = Date.now();
    const comeBack = () => {
      if (document.visibilityState !== 'visible' || Date.now() - since < old) return;
      since = Date.now();
      void ask(signal);
    };
    document.addEventListener('visibilitychange', comeBack, { signal });
    return () => leaving.abort();
  }, []);
}
