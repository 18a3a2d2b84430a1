import type { Attributes } from './attribute-rule.ts';
import { featuresOf } from './features.ts';
import type { Fitment } from '#server/db/demo/catalogue.ts';
import { labelNote } from './pictures.ts';
import type { Random } from '#server/db/demo/random.ts';
import type { PartType } from './taxonomy.ts';
import { attributeSentence, fitmentText, lowered, raised } from './wording.ts';

/** Shortest and longest description, in characters; the cards show the first 120. */
export const shortest = 80;
export const longest = 400;

function fitmentSentence(fitments: readonly Fitment[]): string | undefined {
  if (fitments.length === 0) return undefined;
  const told = fitments.slice(0, 2).map(fitmentText).join(' and ');
  const more = fitments.length - 2;
  return more > 0
    ? `Fits ${told}, and ${more} more model${more === 1 ? '' : 's'}.`
    : `Fits ${told}.`;
}

/** Tyres come stacked and canisters stand on the pallet: nobody boxes them one by one. */
const unboxed = new Set([
  'tyre',
  'engine-oil',
  'antifreeze',
  'starter-battery',
  'bonnet',
  'leaf-spring',
]);

function packSentence(type: PartType, random: Random): string {
  const pack = random.pick(type.packSizes);
  if (pack > 2) return `${pack} pieces per carton.`;
  if (pack === 2) return random.pick(['Packed in pairs.', '2 pieces per carton.']);
  if (unboxed.has(type.id)) return 'Delivered on pallets.';
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

/** What the trade also calls it, so that a search by either word finds it, and one or two words of service. */
function closing(type: PartType, random: Random): string[] {
  const known = type.alt.length > 0 ? [`Also listed as ${lowered(random.pick(type.alt))}.`] : [];
  const first = random.between(0, closers.length - 1);
  const second = closers[(first + random.between(1, closers.length - 1)) % closers.length];
  return [...known, closers[first] ?? '', second ?? ''];
}

interface Told {
  type: PartType;
  attributes: Attributes;
  fitments: readonly Fitment[];
  partNumber: string;
}

/** Sentences from the most to the least needed. */
function sentences({ type, attributes, fitments }: Told, random: Random): string[] {
  const [first, ...others] = featuresOf(type, attributes);
  const size = attributeSentence(type, attributes);
  const vehicles = fitmentSentence(fitments);
  const opening = random.chance(0.5) ? [vehicles, size] : [size, vehicles];
  const rest = [first, ...others].map((feature) => feature && `${raised(feature)}.`);
  const list = [...opening, ...rest, packSentence(type, random), ...closing(type, random)];
  return list.filter((sentence): sentence is string => sentence !== undefined && sentence !== '');
}

/** Describes a part in 80 to 400 characters; about a third are shorter than the card's preview. */
export function describePart(told: Told, random: Random): string {
  const note = labelNote(told.type.id, told.attributes, told.partNumber);
  const wanted = random.chance(0.35) ? shortest : random.between(150, 300);
  const room = longest - (note ? note.length + 1 : 0);
  let text = '';
  for (const sentence of sentences(told, random)) {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    if (text.length >= wanted) break;
    if (longer.length <= room) text = longer;
  }
  return note ? `${text} ${note}` : text;
}
