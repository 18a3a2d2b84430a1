import {
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import {
  choicesOf,
  comboboxOf,
  comboboxStep,
  valueOf,
  type Choice,
  type ComboboxEvent,
  type ComboboxState,
} from './combobox-state.ts';

/** How long somebody pauses in typing before the shop is asked, in milliseconds. */
const pause = 150;

/** What a combobox is about. */
export interface ComboboxUse {
  /** What it holds at first. */
  readonly start?: Choice | undefined;
  /** Any text may stay in the field: the text is then the value. */
  readonly free?: boolean | undefined;
  /** The choices for what is typed; all or the first of them for an empty text. */
  readonly find: (typed: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  /** Called with each new value. */
  readonly onValue?: ((value: string) => void) | undefined;
}

/** A field that searches as one types (WAI-ARIA: editable combobox with list autocomplete). */
export function useCombobox({ start, free = false, find, onValue }: ComboboxUse) {
  const [state, dispatch] = useReducer(comboboxStep, comboboxOf(start, free));
  const { open, left, sought, tries } = state;
  const seeks = open || left;
  const field = useRef<HTMLInputElement>(null);

  const seek = useEffectEvent(async (signal: AbortSignal) => {
    const found = await find(sought, signal).catch(() => 'failed' as const);
    if (!signal.aborted) dispatch({ kind: 'found', found });
  });
  useEffect(() => {
    if (!seeks) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(
      () => void seek(controller.signal),
      sought === '' || tries > 0 ? 0 : pause,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [seeks, sought, tries]);
  useTold(valueOf(state), free && open ? undefined : field, onValue);

  return { state, dispatch, field, onKeyDown: keysOf(dispatch, choicesOf(state), state) };
}

/**
 * Tells of each new value. Choosing is input, too, although no key was pressed in a named field, so it is dispatched in `field`; what is
 * typed where any text may stay has been input already.
 */
function useTold(
  value: string,
  field: RefObject<HTMLInputElement | null> | undefined,
  onValue: ((value: string) => void) | undefined,
): void {
  const last = useRef(value);
  const tell = useEffectEvent(() => {
    onValue?.(value);
    field?.current?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    tell();
  }, [value]);
}

/** Enter and Escape mean the list while it is open, else the form or the page. */
function keysOf(
  dispatch: (event: ComboboxEvent) => void,
  choices: readonly Choice[],
  { open, active, free, found }: Pick<ComboboxState, 'open' | 'active' | 'free' | 'found'>,
) {
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => dispatch({ kind: 'moved', by: 1 }),
    ArrowUp: () => dispatch({ kind: 'moved', by: -1 }),
    Escape: open ? () => dispatch({ kind: 'escaped' }) : undefined,
    Enter: open ? enter : undefined,
  };
  function enter() {
    const choice = choices[active];
    if (choice) dispatch({ kind: 'chosen', choice });
    else if (free) dispatch({ kind: 'escaped' });
    else if (found === 'failed') dispatch({ kind: 'retried' });
  }
  return (event: KeyboardEvent) => {
    const act = event.nativeEvent.isComposing ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}
