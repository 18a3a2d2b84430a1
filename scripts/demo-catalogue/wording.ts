import type { FittedVehicle } from './fitting.ts';
import type { AttributeRange, Attributes, PartType } from './part-types.ts';

/** Words that keep their capitals inside a sentence. */
const proper = /^[A-Z0-9][A-Z0-9.+/-]|^[A-Z]$|^(Euro|Micro2|Viton)/;

/** A word for inside a sentence: 'Vented' → 'vented', 'ABS ring' and 'M20x1.5' unchanged. */
export function lowered(text: string): string {
  return proper.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** With a capital first letter. */
export function raised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'Toyota Camry 2018–2024'; 'Mazda3 2019–2026', not 'Mazda Mazda3'. */
export function fitmentText({ make, model, yearFrom, yearTo }: FittedVehicle): string {
  const years = yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`;
  return `${model.startsWith(make) ? '' : `${make} `}${model} ${years}`;
}

/** 'Drilled' and 'slotted' discs are vented ones with holes or grooves; buyers search for both words. */
function wordOf(type: PartType, key: string, value: number | string): string {
  const word = typeof value === 'number' ? String(value) : lowered(value);
  const alsoVented = type.id === 'brake-disc' && key === 'type' && /drilled|slotted/.test(word);
  return alsoVented ? `vented, ${word}` : word;
}

/** The name of a part: its pattern with attributes and the first vehicle filled in. */
export function partName(
  type: PartType,
  attributes: Attributes,
  fitments: readonly FittedVehicle[],
): string {
  return type.pattern
    .replace(/\{(\w+)\?([^}]*)\}/g, (_, key: string, text: string) =>
      attributes[key] === 'Yes' || attributes[key] === 'With' ? text : '',
    )
    .replace('{vehicle}', fitments[0] ? fitmentText(fitments[0]) : '')
    .replace(/\{(\w+)\}/g, (_, key: string) => wordOf(type, key, attributes[key] ?? ''))
    .replace('1 roller(s)', '1 roller')
    .replace('roller(s)', 'rollers')
    .replace(/(?<![\d.])1 × /, '');
}

function attributeText(type: PartType, range: AttributeRange, value: number | string): string {
  const label = lowered(range.label);
  if (value === 'Yes') return label;
  if (value === 'No') return `${/(ed|able)$/.test(label) ? 'not' : 'no'} ${label}`;
  if (value === 'With') return `with ${label}`;
  if (value === 'Without') return `without ${label}`;
  if (value === 'None') return `no ${label}`;
  const word = wordOf(type, range.key, value);
  if (range.told === 'alone') return word;
  if (range.told === 'before') return `${word} ${label}`;
  if (range.told === 'counted')
    return `${word} ${word === '1' ? label.replace(/s$/, '').replace('leave', 'leaf') : label}`;
  return `${label} ${word}${range.unit ? ` ${range.unit}` : ''}`;
}

/** 'Diameter 300 mm, thickness 28 mm, minimum thickness 26 mm.' */
export function attributeSentence(type: PartType, attributes: Attributes): string | undefined {
  const sentence = type.attributes
    .filter((range) => range.told !== 'never' && attributes[range.key] !== undefined)
    .map((range) => attributeText(type, range, attributes[range.key] ?? ''))
    .join(', ');
  // A single word ('Fibre.') would only repeat the name.
  return sentence.includes(' ') ? `${raised(sentence)}.` : undefined;
}
