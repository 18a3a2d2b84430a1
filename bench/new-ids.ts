import { randomUUID } from 'node:crypto';
import { newId } from '#server/db/new-id.ts';
import type { Statement } from '#test/recorded-statements.ts';

const anyId = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** Statements that were recorded, with new ids for what they write; `known` answers what stands for an id, or another value, that is there already. */
export function withNewIds(
  statements: readonly Statement[],
  known: (value: string) => string | undefined,
): Statement[] {
  const ids = new Map<string, string>();
  const renamed = (old: string): string => {
    const given = known(old) ?? ids.get(old);
    if (given !== undefined) return given;
    const fresh = old[14] === '7' ? newId(new Date()) : randomUUID();
    ids.set(old, fresh);
    return fresh;
  };
  const again = (value: unknown): unknown => {
    if (typeof value === 'string') return known(value) ?? value.replaceAll(anyId, renamed);
    return Array.isArray(value) ? value.map(again) : value;
  };
  return statements.map(({ text, values }) => ({ text, values: values.map(again) }));
}
