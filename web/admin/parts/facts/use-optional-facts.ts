import { useState } from 'react';
import type { PartFactName } from '#contract/part-facts.ts';
import type { PartType } from '#contract/part-lists.ts';
import type { SeenFacts } from '#contract/parts.ts';
import type { Names } from './part-names.ts';
import { usePartType } from './part-types.ts';

/** What the optional fields of a part's form hold at first, and what they are to hold anew. */
export type OptionalFacts = ReturnType<typeof useOptionalFacts>;

interface Start {
  readonly facts: Partial<SeenFacts>;
  readonly names: Names;
  readonly partType: PartType | null;
}

interface Held extends Omit<Start, 'partType'> {
  /** How often each fact was taken over from the shop. */
  readonly taken: Readonly<Record<string, number>>;
}

/** Keeps what pickers and lists begin with: a new value from the shop begins them anew, by another `keyOf`. */
export function useOptionalFacts({ facts, names, partType }: Start) {
  const [held, setHeld] = useState<Held>({ facts, names, taken: {} });
  const [typeId, chooseType] = useState(facts.type ?? '');
  const type = usePartType(typeId, partType);

  /** Shows what the shop has. */
  function take(now: Partial<SeenFacts>, itsNames: Names = {}) {
    setHeld(({ facts: before, names: known, taken }) => ({
      facts: { ...before, ...now },
      names: { ...known, ...itsNames },
      taken: {
        ...taken,
        ...Object.fromEntries(Object.keys(now).map((name) => [name, (taken[name] ?? 0) + 1])),
      },
    }));
    if (now.type !== undefined) chooseType(now.type ?? '');
  }
  return {
    start: held.facts,
    names: held.names,
    keyOf: (name: PartFactName) => `${name} ${held.taken[name] ?? 0}`,
    typeId,
    type,
    chooseType,
    take,
  };
}
