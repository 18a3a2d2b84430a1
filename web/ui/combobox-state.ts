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
  /** Whether the field was left before its search was answered: a whole name that is typed is still to be taken. */
  readonly left: boolean;
  /** What is searched for while it is open or left. */
  readonly sought: string;
  /** How often that was searched for. */
  readonly tries: number;
  readonly found: Found;
  /** The choice that Enter takes; -1 for none. */
  readonly active: number;
}

/** What happens to a combobox. */
export type ComboboxEvent =
  | { readonly kind: 'opened' | 'escaped' | 'left' | 'cleared' | 'retried' }
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'moved'; readonly by: 1 | -1 }
  | { readonly kind: 'chosen'; readonly choice: Choice };

/** A closed combobox that holds this. */
export function comboboxOf(start: Choice | undefined, free: boolean): ComboboxState {
  const text = start?.text ?? '';
  const idle = { open: false, left: false, sought: '', tries: 0, active: -1 };
  return { free, text, chosen: start, found: 'waiting', ...idle };
}

/** The value that is decided. */
export function valueOf({ free, text, chosen }: ComboboxState): string {
  return free ? text : (chosen?.value ?? '');
}

/** What the form sends: while it is not decided what is meant, the text, so that the shop refuses it and nothing is lost in silence. */
export function sentOf(state: ComboboxState): string {
  return state.left ? state.text : valueOf(state);
}

/** The choices that can be moved through. */
export function choicesOf({ open, found }: ComboboxState): readonly Choice[] {
  return open ? foundIn(found) : [];
}

const foundIn = (found: Found): readonly Choice[] => (typeof found === 'string' ? [] : found);

/** The next state of a combobox. */
export function comboboxStep(state: ComboboxState, event: ComboboxEvent): ComboboxState {
  switch (event.kind) {
    case 'opened':
      return state.open ? state : opened(state, soughtAt(state));
    case 'typed':
      return {
        ...opened(state, event.text),
        text: event.text,
        // Only an emptied field gives up what was chosen: other text is a search.
        chosen: event.text.trim() === '' ? undefined : state.chosen,
      };
    case 'found':
      return answered({ ...state, found: event.found });
    case 'retried':
      return { ...state, found: 'waiting', tries: state.tries + 1 };
    case 'moved':
      return state.open ? moved(state, event.by) : opened(state, soughtAt(state));
    case 'chosen':
      return closed({ ...state, chosen: event.choice, text: event.choice.text });
    case 'escaped':
      return closed(state);
    case 'left':
      return left(state);
    case 'cleared':
      return closed({ ...state, chosen: undefined, text: '' });
  }
}

/** Who opens it sees all choices, but comes back to a search that is not answered. */
function soughtAt({ left: wasLeft, sought }: ComboboxState): string {
  return wasLeft ? sought : '';
}

function opened(state: ComboboxState, sought: string): ComboboxState {
  const known = (state.open || state.left) && state.sought === sought;
  const found = known ? state.found : 'waiting';
  return { ...state, open: true, left: false, sought, found, tries: 0, active: -1 };
}

/** Leaving waits for the search for what is typed. */
function left(state: ComboboxState): ComboboxState {
  if (!state.open) return state;
  const undecided = typeof state.found === 'string' && state.text !== (state.chosen?.text ?? '');
  if (!state.free && undecided) return { ...state, open: false, left: true, active: -1 };
  return closed({ ...state, chosen: meant(state) ?? state.chosen });
}

function answered(state: ComboboxState): ComboboxState {
  if (typeof state.found === 'string') return { ...state, active: -1 };
  if (state.left) return closed({ ...state, chosen: meant(state) ?? state.chosen });
  // Where any text may stay, Enter keeps what is typed until somebody goes to a choice.
  const takesFirst = !state.free && state.sought.trim() !== '' && state.found.length > 0;
  return { ...state, active: takesFirst ? 0 : -1 };
}

/** Closed, the field shows what is chosen, not what was searched for. */
function closed(state: ComboboxState): ComboboxState {
  const text = state.free ? state.text : (state.chosen?.text ?? '');
  return { ...state, text, open: false, left: false, active: -1 };
}

/** From the last choice on to the field itself, and from there to the first. */
function moved(state: ComboboxState, by: 1 | -1): ComboboxState {
  const places = choicesOf(state).length + 1;
  return { ...state, active: ((state.active + 1 + by + places) % places) - 1 };
}

/** The one choice whose whole name is typed. */
function meant(state: ComboboxState): Choice | undefined {
  const typed = state.text.trim().toLowerCase();
  const [one, ...others] = foundIn(state.found).filter(({ text }) => text.toLowerCase() === typed);
  return others.length === 0 ? one : undefined;
}
