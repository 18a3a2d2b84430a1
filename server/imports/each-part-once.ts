import type { Settled } from './settle-part.ts';

/** A part of a batch beside that of the shop; `id` is the shop's, or the new one. */
interface Compared {
  readonly part: { readonly part_number: string | null };
  readonly settled: Settled;
  readonly id: string;
}

/** Rows that were about several parts when they were checked may be about one by now: the first one is, the others are refused. */
export function eachPartOnce<One extends Compared>(compared: readonly One[]): One[] {
  const seen = new Set<string>();
  return compared.map((one) => {
    const { part, settled, id } = one;
    if (settled.result === 'refused') return one;
    if (!seen.has(id)) {
      seen.add(id);
      return one;
    }
    const reason = 'By now another row of the file is about the same part.';
    const fault = { field: 'partNumber', value: part.part_number ?? '', reason } as const;
    return { ...one, settled: { ...settled, result: 'refused', faults: [fault] } };
  });
}
