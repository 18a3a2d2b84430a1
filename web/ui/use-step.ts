import { useEffect, useState } from 'react';
import { useFetcher, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { BulkDone } from '#contract/fields.ts';
import type { StepNote, StepOutcome } from './step-note.tsx';

/** A step on a row: what the dialog asks about, and what the page's action is sent when the answer is Yes. */
export interface Step<Asked> {
  /** The row that is asked about; undefined while no dialog is open. */
  readonly asked: Asked | undefined;
  readonly ask: (about: Asked) => void;
  /** Takes the step without asking. */
  readonly take: (about: Asked) => void;
  readonly pending: boolean;
  readonly yes: () => void;
  readonly no: () => void;
  /** Why the last step was refused. */
  readonly note: StepNote | undefined;
  /** What the last step was about. */
  readonly taken: Asked | undefined;
  /** How the last step on many rows went. */
  readonly results: BulkDone['results'];
}

/**
 * Asks before a step and carries it out: the dialog stays open until the answer is there, and the focus goes to the heading
 * when the button disappeared with the step.
 */
export function useStep<Asked>(fieldsOf: (asked: Asked) => Record<string, string>): Step<Asked> {
  const fetcher = useFetcher<StepOutcome>();
  const [asked, setAsked] = useState<Asked>();
  const [taken, setTaken] = useState<Asked>();
  const pending = fetcher.state !== 'idle';
  const outcome = fetcher.data;
  useEffect(() => {
    if (fetcher.state === 'idle' && outcome !== undefined) setAsked(undefined);
  }, [fetcher.state, outcome]);
  useEffect(() => {
    if (asked === undefined && outcome !== undefined) focusHeadingIfLost();
  }, [asked, outcome]);
  const take = (about: Asked) => {
    if (pending) return;
    setTaken(() => about);
    // Flushed at once, so that a second press finds the button disabled.
    void fetcher.submit(fieldsOf(about), { method: 'post', flushSync: true });
  };
  const told = !pending && outcome !== undefined && 'sentence' in outcome;
  return {
    asked,
    ask: setAsked,
    pending,
    take,
    yes() {
      if (asked !== undefined) take(asked);
    },
    no: () => setAsked(undefined),
    note: told ? outcome : undefined,
    taken,
    results: (!pending && outcome?.kind === 'done' && outcome.results) || [],
  };
}

/** Ends the watch of what has the focus. */
let endWatch: () => void = () => undefined;

/**
 * Moves the focus to the page's heading when what had it disappeared with a dialog, or, like the button that opened it, disappears when the page's data
 * are there again.
 */
export function focusHeadingIfLost(): void {
  endWatch();
  const focused = document.activeElement;
  if (focused === null || focused === document.body || focused.closest('dialog') !== null) {
    document.querySelector<HTMLElement>('main h1')?.focus();
    return;
  }
  const observer = new MutationObserver(() => {
    if (!focused.isConnected) focusHeadingIfLost();
  });
  endWatch = () => {
    observer.disconnect();
    document.removeEventListener('focusin', endWatch);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  // Whoever goes on has it.
  document.addEventListener('focusin', endWatch);
}

/** `export const shouldRevalidate = unlessForbidden`: a list stays as it is when its admin may no longer see it. */
export function unlessForbidden({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const outcome = actionResult as Partial<StepOutcome> | undefined;
  return outcome?.kind !== 'forbidden' && defaultShouldRevalidate;
}
