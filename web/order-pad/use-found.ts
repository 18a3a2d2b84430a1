import { useEffect, useState } from 'react';
import type { WrittenLine } from '#contract/list-lines.ts';
import { ApiError } from '#web/api/api-error.ts';
import { keyOf } from '#web/order-list/list-model.ts';
import { askAbout } from './ask-about.ts';
import type { Found } from './pad-rows.ts';

/** How long somebody pauses before the shop is asked, in milliseconds: several changes are one question. */
const pause = 250;

/**
 * What the shop knows of the lines' numbers, by their keys: all that are new, in one request after a pause. Quantities are
 * judged here, so changing one asks nothing. `failure`: why the shop could not be asked; `retry` asks again, `askAnew` about all.
 */
export function useFound(lines: readonly WrittenLine[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, Found>>(new Map());
  const [failure, setFailure] = useState<string>();
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
        setFailure(undefined);
      } catch (error) {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setFailure(error.message);
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
  return {
    known,
    failure,
    retry: () => setTries((before) => before + 1),
    askAnew: () => setKnown(new Map()),
  };
}
