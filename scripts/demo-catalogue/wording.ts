import type { Attributes } from './attribute-rule.ts';
import type { Fitment } from '#server/db/demo/catalogue.ts';
import { namePatterns, type AttributeRange, type PartType } from './taxonomy.ts';
import { yearsText } from './vehicles.ts';

/** Words that keep their capitals inside a sentence. */
const proper = /^[A-Z0-9][A-Z0-9.+/-]|^[A-Z]$|^(Euro|Micro2|Viton)/;

/** A word as it stands inside a sentence: 'Vented' → 'vented', 'ABS ring' and 'M20x1.5' unchanged. */
export function lowered(text: string): string {
  return proper.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** The first letter of a sentence. */
export function raised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'Toyota Camry 2018–2024'; 'Mazda3 2019–2026', for nobody says 'Mazda Mazda3'. */
export function fitmentText(fitment: Fitment): string {
  const name = fitment.model.startsWith(fitment.make)
    ? fitment.model
    : `${fitment.make} ${fitment.model}`;
  return `${name} ${yearsText({ from: fitment.yearFrom, to: fitment.yearTo })}`;
}

const yes = new Set(['Yes', 'With']);

/** 'Drilled' and 'slotted' discs are vented ones with holes or grooves; buyers search for both words. */
function wordOf(type: PartType, key: string, value: number | string): string {
  if (type.id === 'brake-disc' && key === 'type' && (value === 'Drilled' || value === 'Slotted')) {
    return `vented, ${lowered(value)}`;
  }
  return typeof value === 'number' ? String(value) : lowered(value);
}

/** The name of a part: its pattern with attributes and the first vehicle filled in. */
export function partName(
  type: PartType,
  attributes: Attributes,
  fitments: readonly Fitment[],
): string {
  const pattern = namePatterns[type.id] ?? type.name;
  const vehicle = fitments[0] ? fitmentText(fitments[0]) : '';
  const name = pattern
    .replace(/\{(\w+)\?([^}]*)\}/g, (_, key: string, text: string) =>
      yes.has(String(attributes[key])) ? text : '',
    )
    .replace('{vehicle}', vehicle)
    .replace(/\{(\w+)\}/g, (_, key: string) => wordOf(type, key, attributes[key] ?? ''));
  return name
    .replace('1 roller(s)', '1 roller')
    .replace('roller(s)', 'rollers')
    .replace(/(?<![\d.])1 × /, '');
}

/** Named already, or said by another attribute. */
const unsaid = new Set(['side', 'axle']);

/** Labels that only say what kind of thing the value is. */
const wordless = new Set([
  'Type',
  'Material',
  'Position',
  'Season',
  'State',
  'Light source',
  'Emission class',
  'Pole',
]);

/** The value describes the labelled thing: 'ceramic compound', 'fixed pulley', 'belt drive'. */
const adjectives = new Set([
  'Wear indicator',
  'Compound',
  'Media',
  'Pulley',
  'Lens',
  'Finish',
  'Drive',
  'Gasket',
  'Core',
  'Impeller',
  'Actuator',
  'Stem',
]);

/** The value counts the labelled things: '6 ribs', '1 outlet'. */
const counted =
  /^(Bolt holes|Pins|Ribs|Pulley ribs|Splines|Outer splines|Inner splines|Wires|Leads|Teeth|Belt teeth|Ring gear teeth|Pinion teeth|Lobes|Layers|Plates|Seals|Rollers|Links|Towers|Cylinders|Ports|Impeller blades|Spray holes|Leaves|Outlets|Fuses|Clips|Pistons)$/;

function counting(value: number | string, label: string): string {
  return `${value} ${String(value) === '1' ? label.replace(/s$/, '').replace('leave', 'leaf') : label}`;
}

function attributeText(type: PartType, range: AttributeRange, value: number | string): string {
  const label = lowered(range.label);
  if (value === 'Yes') return label;
  if (value === 'No')
    return label.endsWith('ed') || label.endsWith('able') ? `not ${label}` : `no ${label}`;
  if (value === 'With') return `with ${label}`;
  if (value === 'Without') return `without ${label}`;
  if (value === 'None') return `no ${label}`;
  const word = wordOf(type, range.key, value);
  if (wordless.has(range.label)) return word;
  if (adjectives.has(range.label)) return `${word} ${label}`;
  if (counted.test(range.label)) return counting(value, label);
  return `${label} ${word}${range.unit ? ` ${range.unit}` : ''}`;
}

/** 'Diameter 300 mm, thickness 28 mm, minimum thickness 26 mm.' */
export function attributeSentence(type: PartType, attributes: Attributes): string | undefined {
  const told = type.attributes
    .filter((range) => !unsaid.has(range.key) && attributes[range.key] !== undefined)
    .map((range) => attributeText(type, range, attributes[range.key] ?? ''));
  const sentence = told.join(', ');
  // A single word ('Fibre.') would only repeat the name.
  return sentence.includes(' ') ? `${raised(sentence)}.` : undefined;
}
