import type { Random } from '#server/db/demo/random.ts';
import type { FittedVehicle } from './fitting.ts';
import type { Attributes, PartType } from './part-types.ts';
import { agreesWithLabel } from './pictures.ts';
import { attributeSentence, fitmentText, lowered, raised } from './wording.ts';

/** Shortest and longest description, in characters; the cards show the first 120. */
const shortest = 80;
const longest = 400;

function fitmentSentence(fitments: readonly FittedVehicle[]): string | undefined {
  if (fitments.length === 0) return undefined;
  const told = fitments.slice(0, 2).map(fitmentText).join(' and ');
  const more = fitments.length - 2;
  return `Fits ${told}${more > 0 ? `, and ${more} more model${more === 1 ? '' : 's'}` : ''}.`;
}

/** The type's phrases that apply to a part with these attributes. */
function features(type: PartType, attributes: Attributes): string[] {
  return type.features.flatMap((feature) => {
    if (typeof feature === 'string') return [feature];
    const holds = Object.entries(feature.when).every(([key, wanted]) =>
      typeof wanted === 'number'
        ? Number(attributes[key]) >= wanted
        : wanted.includes(String(attributes[key])),
    );
    return holds ? [feature.text] : [];
  });
}

function packSentence(type: PartType, random: Random): string {
  const pack = random.pick(type.packSizes);
  if (pack > 2) return `${pack} pieces per carton.`;
  if (pack === 2) return random.pick(['Packed in pairs.', '2 pieces per carton.']);
  if (type.onPallets) return 'Delivered on pallets.';
  return random.pick([
    'Boxed singly.',
    'Boxed singly, part number and bar code on the label.',
    'One piece per carton.',
  ]);
}

const closers = [
  'Batch number on every carton.',
  'Data sheet on request.',
  '24 months warranty against faults of material.',
  'Country of origin on the label.',
  'One batch per order where stock allows.',
  'Mixed pallets possible.',
  'Price per piece.',
];

/** Other names of the part, so that a search finds them, and a sentence or two on packing and delivery. */
function closing(type: PartType, random: Random): (string | undefined)[] {
  const known = type.alt.length > 0 ? [`Also listed as ${lowered(random.pick(type.alt))}.`] : [];
  const first = random.between(0, closers.length - 1);
  const second = (first + random.between(1, closers.length - 1)) % closers.length;
  return [...known, closers[first], closers[second]];
}

/** A note when the part differs from the label on its picture; empty when it does not, or when the picture has no label. */
function labelNote(type: PartType, told: Told): string {
  if (!type.label?.says || type.bare || agreesWithLabel(type, told)) return '';
  return ` Picture shows ${type.label.says}.`;
}

interface Told {
  attributes: Attributes;
  fitments: readonly FittedVehicle[];
  partNumber: string;
}

/** A description of 80 to 400 characters, the most important first; about a third are shorter than the card's preview. */
export function describePart(type: PartType, told: Told, random: Random): string {
  const note = labelNote(type, told);
  const wanted = random.chance(0.35) ? shortest : random.between(150, 300);
  const size = attributeSentence(type, told.attributes);
  const vehicles = fitmentSentence(told.fitments);
  const sentences = [
    ...(random.chance(0.5) ? [vehicles, size] : [size, vehicles]),
    ...features(type, told.attributes).map((feature) => `${raised(feature)}.`),
    packSentence(type, random),
    ...closing(type, random),
  ];
  let text = '';
  for (const sentence of sentences) {
    if (text.length >= wanted) break;
    const longer = text && sentence ? `${text} ${sentence}` : (sentence ?? text);
    if (longer.length + note.length <= longest) text = longer;
  }
  return text + note;
}
