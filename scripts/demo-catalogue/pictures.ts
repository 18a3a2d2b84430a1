import type { Attributes } from './attribute-rule.ts';
import { picturedTypes } from './taxonomy.ts';

/** What can be read on a picture: the brand, and often a number or a size. */
interface Label {
  brand: string;
  /** The label's own words, for the parts that differ from it. */
  says?: string;
  /** The part on the picture: one part of the shop is exactly this one. */
  attributes?: Attributes;
  partNumber?: string;
}

/** Pictures that carry a label; only that brand's parts may show them. */
export const labels: Record<string, Label> = {
  antifreeze: {
    brand: 'Halvorsted',
    says: 'G12+ concentrate, 5 l',
    attributes: { type: 'G12+', mix: 'Concentrate', vol: 5 },
  },
  'brake-fluid': {
    brand: 'Halvorsted',
    says: 'DOT 4, 1 l',
    attributes: { dot: 'DOT 4', vol: 1, dry: 250 },
  },
  'cabin-filter': { brand: 'Halvorsted' },
  'chassis-grease-cartridge': {
    brand: 'Halvorsted',
    says: 'NLGI grade 2',
    attributes: { nlgi: '2', vol: 400 },
  },
  'diesel-fuel-filter': {
    brand: 'Halvorsted',
    says: 'HD-3310',
    attributes: { height: 92 },
    partNumber: 'HD-3310',
  },
  'engine-oil': {
    brand: 'Halvorsted',
    says: '5W-30 ACEA C3, 5 l',
    attributes: { visc: '5W-30', api: 'ACEA C3', vol: 5 },
  },
  'fuel-filter-in-line': {
    brand: 'Halvorsted',
    says: 'HB-0415',
    attributes: {},
    partNumber: 'HB-0415',
  },
  'oil-filter-spin-on': {
    brand: 'Halvorsted',
    says: 'HF-7620',
    attributes: { dia: 76, height: 92, thread: 'M20x1.5' },
    partNumber: 'HF-7620',
  },
  'power-steering-fluid': { brand: 'Halvorsted', says: 'the 1 l bottle', attributes: { vol: 1 } },
  'transmission-fluid': {
    brand: 'Halvorsted',
    says: 'ATF VI, 4 l',
    attributes: { spec: 'ATF VI', vol: 4 },
  },
  'brake-caliper': { brand: 'Brakkenfeld' },
  'brake-pad-set': { brand: 'Brakkenfeld', says: 'BF-2418', attributes: {}, partNumber: 'BF-2418' },
  'ignition-coil': { brand: 'Ostervane', says: 'OC-1204', attributes: {}, partNumber: 'OC-1204' },
  'spark-plug': {
    brand: 'Ostervane',
    says: 'OV6-IR',
    attributes: { tip: 'Iridium', heat: '6' },
    partNumber: 'OV6-IR',
  },
  relay: { brand: 'Zeltrane', says: '12 V, 40 A', attributes: { volt: '12 V', amp: 40 } },
  'starter-battery': {
    brand: 'Zeltrane',
    says: '70 Ah, 760 A (EN)',
    attributes: { type: 'AGM', cap: 70, cca: 760, len: 278 },
    partNumber: 'ZT-L3-70',
  },
  turbocharger: { brand: 'Karvelon' },
  'door-mirror': {
    brand: 'Kelvandra',
    says: 'the box of the right-hand mirror',
    attributes: { side: 'Right' },
  },
  headlight: {
    brand: 'Kelvandra',
    says: 'the box of the left-hand lamp',
    attributes: { side: 'Left' },
  },
  'tailgate-gas-strut': { brand: 'Kelvandra', says: '480 N', attributes: { force: 480 } },
  tyre: {
    brand: 'Ruttenhaus',
    says: '205/55 R16 91V',
    attributes: { width: 205, ratio: 55, rim: 16, load: 91, speed: 'V' },
  },
};

/** The public address of a picture. */
function pictureAddress(name: string): string {
  return `/pictures/${name}.webp`;
}

/** The picture of a part type: its own, or the shop's plain box. */
export function pictureOf(typeId: string): string {
  return pictureAddress(picturedTypes.has(typeId) ? typeId : 'generic-part-box');
}

/** What to tell a buyer whose part differs from the label on its picture; nothing when they agree. */
export function labelNote(
  typeId: string,
  attributes: Attributes,
  partNumber: string,
): string | undefined {
  const label = labels[typeId];
  if (!label?.says) return undefined;
  const same = Object.entries(label.attributes ?? {}).every(
    ([key, value]) => attributes[key] === value,
  );
  const agrees = same && (label.partNumber === undefined || label.partNumber === partNumber);
  return agrees ? undefined : `Picture shows ${label.says}.`;
}
