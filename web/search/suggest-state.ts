import type { SuggestionGroup } from './suggestion-groups.ts';

/** What the shop suggests for a text: groups of ways on, or that it could not be asked. */
interface Found {
  readonly sought: string;
  readonly groups: readonly SuggestionGroup[];
}

/** Where a search box stands. */
export interface SuggestState {
  /** What is typed, without spaces around it. */
  readonly text: string;
  readonly open: boolean;
  /** The newest answer; it stays in sight until the next one is there. */
  readonly found: Found | undefined;
  /** The place of the suggestion that Enter follows, counted over all groups; -1 for none: Enter searches. */
  readonly active: number;
}

/** What happens to a search box. */
export type SuggestEvent =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'moved'; readonly by: 1 | -1 }
  | { readonly kind: 'first' | 'last' | 'closed' };

/** The shortest text that is worth asking about. */
const shortest = 2;

/** A search box that nobody has typed in yet. */
export const untouched: SuggestState = { text: '', open: false, found: undefined, active: -1 };

/** The text to ask the shop about; undefined while nothing is to be asked. */
export function toAsk({ text, open, found }: SuggestState): string | undefined {
  return open && text.length >= shortest && found?.sought !== text ? text : undefined;
}

/** How many suggestions are in sight. */
export function inSight({ open, found }: SuggestState): number {
  if (!open || found === undefined) return 0;
  return found.groups.reduce((sum, { options }) => sum + options.length, 0);
}

/** The next state of a search box. */
export function suggestStep(state: SuggestState, event: SuggestEvent): SuggestState {
  switch (event.kind) {
    case 'typed': {
      const text = event.text.trim();
      const found = text.length < shortest ? undefined : state.found;
      return { text, open: text !== '', found, active: -1 };
    }
    case 'found':
      // The answer to something that is no longer there says nothing.
      return event.found.sought === state.text
        ? { ...state, found: event.found, active: -1 }
        : state;
    case 'moved':
      return moved(state, event.by);
    case 'first':
      return { ...state, active: 0 };
    case 'last':
      return { ...state, active: inSight(state) - 1 };
    case 'closed':
      return { ...state, open: false, active: -1 };
  }
}

/** From the last suggestion on to the field itself, and from there to the first. A closed box only opens. */
function moved(state: SuggestState, by: 1 | -1): SuggestState {
  if (!state.open) return { ...state, open: state.text !== '' };
  const places = inSight(state) + 1;
  return { ...state, active: ((state.active + 1 + by + places) % places) - 1 };
}
