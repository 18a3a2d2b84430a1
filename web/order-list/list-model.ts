import { longestNumber, mostLines } from '#contract/list-limits.ts';
import type { WrittenLine } from '#contract/list-lines.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import type { Part } from '#contract/parts.ts';

/** By what two lines are the same: their number, however it is written; of a part without one, the part. */
export function keyOf({ number, productId }: Pick<WrittenLine, 'number' | 'productId'>): string {
  return productId ?? partNumberKey(number);
}

/** A part as a line of a list. */
export function lineOf(
  { _id, name, partNumber }: Pick<Part, '_id' | 'name' | 'partNumber'>,
  quantity: number | null,
): WrittenLine {
  if (partNumber !== null) return { number: partNumber, quantity };
  return { number: name.slice(0, longestNumber).trim(), productId: _id, quantity };
}

/** Lines added by hand or paste: those that are there get more pieces. `left`: how many had no room. */
export function withLines(
  lines: readonly WrittenLine[],
  added: readonly WrittenLine[],
): { readonly lines: readonly WrittenLine[]; readonly left: number } {
  const all = byKey(lines);
  let left = 0;
  for (const line of added) {
    const before = all.get(keyOf(line));
    if (before)
      all.set(keyOf(line), { ...before, quantity: joinedPieces(before.quantity, line.quantity) });
    else if (all.size < mostLines) all.set(keyOf(line), line);
    else left += 1;
  }
  return { lines: [...all.values()], left };
}

/** The line with this key, changed; gone without a change. Takes the place of another line with the same number. */
export function withLine(
  lines: readonly WrittenLine[],
  key: string,
  change?: Partial<WrittenLine>,
): readonly WrittenLine[] {
  const changed = lines.flatMap((line) => {
    if (keyOf(line) !== key) return [line];
    if (change === undefined) return [];
    return [{ ...line, ...(change.number !== undefined && { productId: undefined }), ...change }];
  });
  return change?.number === undefined ? changed : withLines([], changed).lines;
}

/** Two lists of one person, such as a guest's and their account's: equal lines once, with the pieces of the newer list. */
export function joined(
  older: readonly WrittenLine[],
  newer: readonly WrittenLine[],
): readonly WrittenLine[] {
  const all = byKey(older);
  for (const line of newer) {
    const quantity = line.quantity ?? all.get(keyOf(line))?.quantity ?? null;
    all.set(keyOf(line), { ...(all.get(keyOf(line)) ?? line), quantity });
  }
  return [...all.values()];
}

/**
 * A list that was changed here and elsewhere since both were `base`: what was added or changed on either side is kept, here
 * wins where both changed a line. A line that one side removed is gone unless the other changed it.
 */
export function merged(
  base: readonly WrittenLine[],
  here: readonly WrittenLine[],
  there: readonly WrittenLine[],
): readonly WrittenLine[] {
  const [before, mine, theirs] = [byKey(base), byKey(here), byKey(there)];
  return [...new Set([...theirs.keys(), ...mine.keys()])].flatMap((key) => {
    const changedHere = !same(mine.get(key), before.get(key));
    const changedThere = !same(theirs.get(key), before.get(key));
    const kept = changedHere
      ? (mine.get(key) ?? (changedThere ? theirs.get(key) : undefined))
      : theirs.get(key);
    return kept ? [kept] : [];
  });
}

/** Whether two lists say the same in the same order. */
export function sameLines(one: readonly WrittenLine[], other: readonly WrittenLine[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ number, quantity, productId }, at) => {
      const beside = other[at];
      return (
        number === beside?.number && quantity === beside.quantity && productId === beside.productId
      );
    })
  );
}

function same(one: WrittenLine | undefined, other: WrittenLine | undefined): boolean {
  return one?.quantity === other?.quantity && (one === undefined) === (other === undefined);
}

function byKey(lines: readonly WrittenLine[]): Map<string, WrittenLine> {
  return new Map(lines.map((line) => [keyOf(line), line]));
}

/** The pieces of two lines that become one; null when neither says how many. */
export function joinedPieces(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
