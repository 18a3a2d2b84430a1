import { useEffect, useReducer, type KeyboardEvent } from 'react';
import {
  suggestStep,
  toAsk,
  untouched,
  type SuggestEvent,
  type SuggestState,
} from './suggest-state.ts';
import type { SuggestionGroup } from './suggestion-groups.ts';

/** How long somebody pauses in typing before the shop is asked, in milliseconds. */
const pause = 150;

/** Asks the shop; what it rejects with is not told, because a search works without suggestions. */
export type Suggest = (text: string, signal: AbortSignal) => Promise<readonly SuggestionGroup[]>;

/** Suggestions for what is typed: asked after a pause, one request at a time, the newest answer only. */
export function useSuggestions(suggest: Suggest) {
  const [state, dispatch] = useReducer(suggestStep, untouched);
  const asked = toAsk(state);
  useEffect(() => {
    if (asked === undefined) return undefined;
    const controller = new AbortController();
    const ask = async () => {
      const groups = await suggest(asked, controller.signal).catch(() => []);
      if (!controller.signal.aborted) dispatch({ kind: 'found', found: { sought: asked, groups } });
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, suggest]);
  return { state, dispatch };
}

/**
 * The keys of the field (WAI-ARIA: editable combobox with list autocomplete). Home and End stay the text's until somebody is
 * among the suggestions.
 */
export function keysOf(
  state: SuggestState,
  dispatch: (event: SuggestEvent) => void,
  follow: (place: number) => void,
): (event: KeyboardEvent) => void {
  const among = state.active >= 0;
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => dispatch({ kind: 'moved', by: 1 }),
    ArrowUp: () => dispatch({ kind: 'moved', by: -1 }),
    Home: among ? () => dispatch({ kind: 'first' }) : undefined,
    End: among ? () => dispatch({ kind: 'last' }) : undefined,
    Enter: among ? () => follow(state.active) : undefined,
    Escape: state.open ? () => dispatch({ kind: 'closed' }) : undefined,
  };
  return (event) => {
    const act = event.nativeEvent.isComposing ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}
