import { useState } from 'react';
import { useLocation } from 'react-router';
import type { StepNote } from './step-note.tsx';
import type { Step } from './use-step.ts';

type Told = Pick<Step<never>, 'pending' | 'note'>;

/** What the steps of a page said when it was last rendered. */
interface Heard {
  readonly search: string;
  readonly steps: readonly Told[];
  readonly latest: StepNote | undefined;
}

/**
 * The note of the step that answered last. A step keeps its own until it is taken again; here it is gone once another step begins, or the list has another
 * page or filter: it would stand beside rows that it is no longer true of, and hide what is refused later.
 */
export function useLatestNote(...steps: readonly Told[]): StepNote | undefined {
  const { search } = useLocation();
  const [before, setBefore] = useState<Heard>({ search, steps: [], latest: undefined });
  const now = heardNext(before, search, steps);
  if (now !== before) setBefore(now);
  return now.latest;
}

/** `before` itself when nothing was heard since. */
export function heardNext(before: Heard, search: string, steps: readonly Told[]): Heard {
  const moved = search !== before.search;
  const isSame = ({ pending, note }: Told, at: number) =>
    pending === (before.steps[at]?.pending ?? false) && note === before.steps[at]?.note;
  if (!moved && steps.every(isSame)) return before;
  const begun = steps.some(({ pending }, at) => pending && before.steps[at]?.pending !== true);
  const answered = steps.find(
    ({ note }, at) => note !== undefined && note !== before.steps[at]?.note,
  );
  return {
    search,
    steps: steps.map(({ pending, note }) => ({ pending, note })),
    latest: answered?.note ?? (begun || moved ? undefined : before.latest),
  };
}
