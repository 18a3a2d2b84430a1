import type { DealtWith } from './applied-store.ts';
import type { Settled } from './settle-part.ts';

/** A part of a batch beside that of the shop; `id` is the shop's, or the new one. */
interface Compared {
  readonly part: { readonly part_number: string | null; readonly result: string };
  readonly settled: Settled;
  readonly id: string;
}

/**
 * Rows that were about several parts when they were checked may be about one by now: the first one is, in this batch or one before, the
 * others are refused. A part that any row is about by now, also a refused one, is not missing in the file.
 */
export function eachPartOnce<One extends Compared>(
  before: DealtWith,
  compared: readonly One[],
): One[] {
  const [applied, refused] = [new Set(before.applied), new Set(before.refused)];
  return compared.map((one) => {
    const { part, settled, id } = one;
    if (settled.result === 'refused') {
      refused.add(id);
      return one;
    }
    const isNamed = applied.has(id) || (part.result === 'archive' && refused.has(id));
    if (!isNamed) {
      applied.add(id);
      return one;
    }
    const reason = 'By now another row of the file is about the same part.';
    const fault = { field: 'partNumber', value: part.part_number ?? '', reason } as const;
    return { ...one, settled: { ...settled, result: 'refused', faults: [fault] } };
  });
}
