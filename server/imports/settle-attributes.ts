import { errors } from '#contract/errors.ts';
import { mostOfAPart } from '#contract/part-list-rules.ts';
import type { Attributes, PartType, TypeAttribute } from '#contract/part-lists.ts';
import type { PartState } from './part-state.ts';
import { parseDecimal, type DecimalStyle } from '#server/imports/files/decimals.ts';
import { keptAttributes } from '#server/parts/kept-attributes.ts';
import type { Fault, WantedPart } from './wanted-part.ts';

/** The attributes of a part with those that a file gives; of another type's, which it had before, only those that both have in the same unit. */
export function settleAttributes(
  types: { readonly before: PartType | undefined; readonly now: PartType | undefined },
  { attributes: typed = {}, type: typeWanted }: WantedPart,
  before: PartState,
  decimal: DecimalStyle | undefined,
): { attributes: Attributes; faults: Fault[] } {
  const known = new Map(types.now?.attributes.map((one) => [one.key, one]));
  const faults: Fault[] = [];
  const given: Attributes = {};
  for (const [key, text] of Object.entries(typed)) {
    const value = valueOf(known.get(key), text, decimal);
    if (value === undefined)
      faults.push({
        field: `attribute:${key}`,
        value: text,
        reason: errors.attribute_unknown[1],
      });
    else given[key] = value;
  }
  // Untouched, also those that a later version of the type does not know.
  if (Object.keys(given).length === 0 && (typeWanted ?? before.type) === before.type)
    return { attributes: before.attributes, faults };
  const attributes = { ...keptAttributes(before.attributes, types), ...given };
  if (Object.keys(attributes).length > mostOfAPart.attributes)
    faults.push({ field: 'attributes', reason: errors.attribute_unknown[1] });
  return { attributes, faults };
}

function valueOf(
  attribute: TypeAttribute | undefined,
  text: string,
  decimal: DecimalStyle | undefined,
): string | number | undefined {
  if (attribute === undefined) return undefined;
  if (attribute.choices)
    return attribute.choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  // As an export writes numbers, whatever their size.
  if (decimal !== ',' && /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(text))
    return Number.isFinite(Number(text)) ? Number(text) : undefined;
  const number = parseDecimal(text, decimal, 6);
  return 'decimal' in number ? Number(number.decimal) : undefined;
}
