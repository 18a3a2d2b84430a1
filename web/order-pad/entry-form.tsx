import { lazy, Suspense, useId, useRef, useState, type RefObject } from 'react';
import { pastedLines, type WrittenLine, type WrittenList } from '#contract/list-lines.ts';
import { quantityOf } from '#contract/list-cell.ts';
import { longestNumber } from '#contract/list-limits.ts';
import { hasVin, mayBecomeVin } from '#contract/vin-rules.ts';
import { lineOf } from '#web/order-list/list-model.ts';
import { inSight } from '#web/search/suggest-state.ts';
import type { Suggestion } from '#web/search/suggestion-groups.ts';
import { suggestionId } from '#web/search/suggestion-id.ts';
import { keysOf, useSuggestions, type Suggest } from '#web/search/use-suggestions.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { Icon } from '#web/ui/icon.tsx';
import { vinRefused } from './vin-line.ts';

/** Somebody who types loads what suggests, as with the search box (web/search/search-box.tsx). */
const loadOptions = () => import('./number-options.tsx');
const NumberOptions = lazy(async () => ({ default: (await loadOptions()).NumberOptions }));
const suggestParts: Suggest = async (text, signal) => {
  const [suggested] = await Promise.all([import('./suggested-parts.ts'), loadOptions()]);
  return suggested.suggestParts(text, signal);
};

/**
 * Rapid entry: number, Enter, pieces, Enter, and the focus is back at the number. What is copied from a spreadsheet can be
 * pasted into the number's field too.
 */
export function EntryForm(props: {
  number: RefObject<HTMLInputElement | null>;
  onAdd: (list: WrittenList) => void;
}) {
  const { number, onAdd } = props;
  const hydrated = useHydrated();
  const pieces = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed>(nothing);
  const [fault, setFault] = useState<Fault>();
  const add = () => {
    const problem = faultOf({ ...typed, ...typed.part });
    setFault(problem);
    if (problem) return (problem.of === 'number' ? number : pieces).current?.focus();
    const quantity = quantityOf(typed.pieces.trim()) ?? null;
    onAdd({ lines: [{ ...typed.part, number: typed.number.trim(), quantity }], skipped: [] });
    setTyped(nothing);
    number.current?.focus();
  };
  return (
    <form
      aria-label="Add a line"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in the number's field goes on to the pieces.
        if (document.activeElement === number.current && typed.number.trim() !== '')
          pieces.current?.focus();
        else add();
      }}
      className="grid grid-cols-[minmax(0,1fr)_5.5rem_2.75rem] gap-2 max-[21rem]:grid-cols-1 lg:grid-cols-[minmax(0,1fr)_8rem_auto]"
    >
      <NumberField
        field={number}
        value={typed.number}
        fault={fault?.of === 'number'}
        onType={(text) => setTyped({ pieces: typed.pieces, number: text })}
        onTake={({ number: text, productId }) => {
          const part = productId === undefined ? undefined : { productId };
          setTyped({ pieces: typed.pieces, number: text, ...(part && { part }) });
          pieces.current?.focus();
        }}
        onPaste={onAdd}
      />
      <input
        ref={pieces}
        name="pieces"
        aria-label="Pieces"
        placeholder="Pieces"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={20}
        value={typed.pieces}
        onChange={({ currentTarget: { value } }) => setTyped({ ...typed, pieces: value })}
        aria-invalid={fault?.of === 'pieces'}
        aria-describedby={faultId}
        className="input control figures h-11 w-full text-base"
      />
      <Button type="submit" disabled={!hydrated} aria-label="Add line" className="max-lg:px-0!">
        <Icon name="plus" />
        <span className="max-lg:hidden">Add line</span>
      </Button>
      <p
        id={faultId}
        role="alert"
        className="text-error col-span-full text-sm font-semibold empty:hidden"
      >
        {fault?.sentence}
      </p>
    </form>
  );
}

const faultId = 'entry-fault';

type WrittenPart = Pick<WrittenLine, 'productId'>;

interface Typed {
  readonly number: string;
  readonly pieces: string;
  /** The part that was taken, where its name stands in the number's field because it has no number. */
  readonly part?: { readonly productId: string };
}

const nothing: Typed = { number: '', pieces: '' };

interface Fault {
  readonly of: 'number' | 'pieces';
  readonly sentence: string;
}

function faultOf(typed: Omit<Typed, 'part'> & WrittenPart): Fault | undefined {
  if (!/[\p{L}\p{N}]/u.test(typed.number))
    return { of: 'number', sentence: 'A line begins with a number.' };
  if (hasVin(typed)) return { of: 'number', sentence: vinRefused };
  const pieces = typed.pieces.trim();
  if (pieces !== '' && !quantityOf(pieces))
    return { of: 'pieces', sentence: `“${pieces}” is no number of pieces.` };
  return undefined;
}

function NumberField(props: {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  fault: boolean;
  onType: (text: string) => void;
  onTake: (line: WrittenLine) => void;
  onPaste: (list: WrittenList) => void;
}) {
  const { field, value, fault, onType, onTake, onPaste } = props;
  const list = useId();
  const { state, dispatch } = useSuggestions(suggestParts);
  const close = () => dispatch({ kind: 'closed' });
  const options = state.open ? (state.found?.groups ?? []).flatMap((group) => group.options) : [];
  const shown = inSight(state) > 0;
  const take = (option: Suggestion | undefined) => {
    close();
    if (option?.part) onTake(lineOf(option.part, null));
  };
  const keys = keysOf(state, dispatch, (place) => take(options[place]));
  return (
    <div
      className="relative min-w-0"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <Icon
        name="search"
        className="pointer-events-none absolute start-3 top-3 z-1 size-5 opacity-70"
      />
      <input
        ref={field}
        name="number"
        role="combobox"
        aria-label="Number or name"
        placeholder="Any number or name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={longestNumber}
        value={value}
        aria-invalid={fault}
        aria-describedby={faultId}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={state.active < 0 ? undefined : suggestionId(list, state.active)}
        onChange={({ currentTarget }) => {
          onType(currentTarget.value);
          const { value: text } = currentTarget;
          dispatch({ kind: 'typed', text: mayBecomeVin(text) ? '' : text });
        }}
        onKeyDown={keys}
        onPaste={(event) => {
          const pasted = listIn(event.clipboardData.getData('text/plain'));
          if (pasted === undefined) return;
          event.preventDefault();
          close();
          onPaste(pasted);
        }}
        className="input control figures h-11 w-full ps-10 text-base"
      />
      {shown && (
        <Suspense>
          <NumberOptions id={list} options={options} active={state.active} onTake={take} />
        </Suspense>
      )}
      <p role="status" className="sr-only">
        {state.open && state.found ? countedInWords(inSight(state)) : ''}
      </p>
    </div>
  );
}

/** A pasted text that is a list, not just a number: several rows, or one with its pieces in a cell of their own. */
export function listIn(text: string): WrittenList | undefined {
  if (!/[\n\t;]/.test(text.trim())) return undefined;
  const list = pastedLines(text);
  return list.lines.length > 0 ? list : undefined;
}

function countedInWords(count: number): string {
  if (count === 0) return 'No suggestions.';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
