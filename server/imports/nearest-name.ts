import { partNumberKey } from '#contract/part-rules.ts';

/** Names that have less in common are not near. */
const leastLikeness = 0.5;
/** So many different texts of one file are compared: each costs a look at all names. */
const mostTexts = 1_000;

/**
 * Finds the name that is most like a text, for typing errors and other endings: by the pairs of letters that they have in common.
 * Answers nothing for a text that is like none.
 */
export function nearestName(names: readonly string[]): (text: string) => string | undefined {
  const known = names.map((name) => ({ name, pairs: [...pairsOf(name)] }));
  const found = new Map<string, string | undefined>();
  return (text) => {
    if (!found.has(text) && found.size < mostTexts) found.set(text, mostLike(text, known));
    return found.get(text);
  };
}

interface Known {
  readonly name: string;
  readonly pairs: readonly string[];
}

function mostLike(text: string, known: readonly Known[]): string | undefined {
  const pairs = pairsOf(text.slice(0, 100));
  let best: string | undefined;
  let most = leastLikeness;
  for (const one of known) {
    const likeness =
      (2 * one.pairs.filter((pair) => pairs.has(pair)).length) / (pairs.size + one.pairs.length);
    if (likeness > most || (best === undefined && likeness === most))
      [best, most] = [one.name, likeness];
  }
  return best;
}

function pairsOf(text: string): Set<string> {
  const key = partNumberKey(text);
  return new Set(
    Array.from({ length: Math.max(0, key.length - 1) }, (_, at) => key.slice(at, at + 2)),
  );
}
