/** One thing to choose. */
export interface Choice {
  readonly value: string;
  readonly text: string;
  /** A second line, such as what else it is known as. */
  readonly detail?: string | undefined;
  /** The address of its picture. */
  readonly picture?: string | undefined;
}

/** The choices for what is typed: not there yet, not to be had, or these. */
type Found = 'waiting' | 'failed' | readonly Choice[];

/** Where a combobox stands. */
export interface ComboboxState {
  /** Whether any text may stay in the field: the text is then the value. */
  readonly free: boolean;
  readonly text: string;
  readonly chosen: Choice | undefined;
  readonly open: boolean;
  /** What is searched for while it is open. */
  readonly sought: string;
  readonly found: Found;
  /** The choice that Enter takes; -1 for none. */
  readonly active: number;
}

/** What happens to a combobox. */
export type ComboboxEvent =
  | { readonly kind: 'opened' | 'escaped' | 'left' | 'cleared' }
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'moved'; readonly by: 1 | -1 }
  | { readonly kind: 'chosen'; readonly choice: Choice };

/** A closed combobox that holds this. */
export function comboboxOf(start: Choice | undefined, free: boolean): ComboboxState {
  const text = start?.text ?? '';
  return { free, text, chosen: start, open: false, sought: '', found: 'waiting', active: -1 };
}

/** What the form sends. */
export function valueOf({ free, text, chosen }: ComboboxState): string {
  return free ? text : (chosen?.value ?? '');
}

/** The choices that can be moved through. */
export function choicesOf({ open, found }: ComboboxState): readonly Choice[] {
  return open && typeof found !== 'string' ? found : [];
}

/** The next state of a combobox. */
export function comboboxStep(state: ComboboxState, event: ComboboxEvent): ComboboxState {
  switch (event.kind) {
    case 'opened':
      return state.open ? state : opened(state, '');
    case 'typed':
      return {
        ...opened(state, event.text),
        text: event.text,
        // Only an emptied field gives up what was chosen: other text is a search.
        chosen: event.text.trim() === '' ? undefined : state.chosen,
      };
    case 'found':
      return {
        ...state,
        found: event.found,
        // Where any text may stay, Enter keeps what is typed until somebody goes to a choice.
        active: !state.free && state.sought.trim() !== '' && event.found.length > 0 ? 0 : -1,
      };
    case 'moved':
      return state.open ? moved(state, event.by) : opened(state, '');
    case 'chosen':
      return closed({ ...state, chosen: event.choice, text: event.choice.text });
    case 'escaped':
      return closed(state);
    case 'left':
      return closed({ ...state, chosen: meant(state) ?? state.chosen });
    case 'cleared':
      return closed({ ...state, chosen: undefined, text: '' });
  }
}

function opened(state: ComboboxState, sought: string): ComboboxState {
  const known = state.open && state.sought === sought;
  return { ...state, open: true, sought, found: known ? state.found : 'waiting', active: -1 };
}

/** Closed, the field shows what is chosen, not what was searched for. */
function closed(state: ComboboxState): ComboboxState {
  const text = state.free ? state.text : (state.chosen?.text ?? '');
  return { ...state, text, open: false, active: -1 };
}

/** From the last choice on to the field itself, and from there to the first. */
function moved(state: ComboboxState, by: 1 | -1): ComboboxState {
  const places = choicesOf(state).length + 1;
  return { ...state, active: ((state.active + 1 + by + places) % places) - 1 };
}

/** The one choice whose whole name is typed. */
function meant(state: ComboboxState): Choice | undefined {
  const typed = state.text.trim().toLowerCase();
  const [one, ...others] = choicesOf(state).filter(({ text }) => text.toLowerCase() === typed);
  return others.length === 0 ? one : undefined;
}
