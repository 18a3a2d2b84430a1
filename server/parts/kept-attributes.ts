import type { Attributes, PartType } from '#contract/part-lists.ts';

/** What stays of a part's attributes when its type changes: those that both types have in the same unit. */
export function keptAttributes(
  attributes: Attributes,
  types: { readonly before: PartType | undefined; readonly now: PartType | undefined },
): Attributes {
  const kept = Object.entries(attributes).filter(
    ([key, value]) =>
      takes(types.now, key, value) && unitIn(types.now, key) === unitIn(types.before, key),
  );
  return Object.fromEntries(kept);
}

function unitIn(type: PartType | undefined, key: string): string | undefined {
  return type?.attributes.find((one) => one.key === key)?.unit;
}

/** Whether parts of the type may have this value. */
export function takes(type: PartType | undefined, key: string, value: number | string): boolean {
  const known = type?.attributes.find((one) => one.key === key);
  if (known === undefined) return false;
  return known.choices === null ? typeof value === 'number' : known.choices.includes(String(value));
}
