import { readData } from './read-data.ts';

export type Value = number | string;

/** The attributes of a part, by the keys of its type. */
export type Attributes = Record<string, Value>;

/** How a description mentions an attribute: the value alone, before its label, as a count, or never. */
type Told = 'alone' | 'before' | 'counted' | 'never';

/** A measured attribute (from min to max in steps) or one of a few values. */
export type AttributeRange = {
  key: string;
  label: string;
  unit?: string;
  told?: Told;
  /** The shared rule that corrects it, with its parameters. */
  rule?: [name: string, ...parts: unknown[]];
} & ({ min: number; max: number; step: number } | { values: string[] });

/** A phrase of a description; `when` has the values it applies to, or the minimum. */
type Feature = string | { text: string; when: Record<string, string[] | number> };

/** The vehicles that parts of a type are made for. */
export interface FitRule {
  /** First and last model years that used the technique. */
  from?: number;
  to?: number;
  bodies?: string[];
  makes?: string[];
  models?: string[];
  /** Made for one vehicle: bodywork is not shared between models. */
  single?: boolean;
  /** Only vehicles whose bolt pattern is known, from this list if given, and all with the same one. */
  lugs?: string[] | 'any';
}

/** A kind of part: every brake disc of the shop is a part of the type `brake-disc`. */
export interface PartType {
  id: string;
  name: string;
  /** Other names for it. */
  alt: string[];
  /** How a part is named: `{key}` is an attribute, `{key?text}` adds the text when the answer is yes. */
  pattern: string;
  fit: 'vehicle' | 'engine' | 'size' | 'universal';
  only?: FitRule;
  /** Lowest and highest wholesale price of a piece, whole dollars. */
  priceUsd: [number, number];
  packSizes: number[];
  /** Minimum orders, all multiples of 100. */
  minOrder: number[];
  /** How many parts of it the catalogue has. */
  count?: number;
  /** Delivered on pallets, not in boxes. */
  onPallets?: boolean;
  /** The pattern of the first brand's part numbers. */
  numbers?: string;
  /** It has a picture of its own; others show a plain box. */
  pictured?: boolean;
  /** What is printed on its picture: only that brand's parts may show it, and one part is exactly the pictured one. */
  label?: { brand: string; says?: string; attributes?: Attributes; partNumber?: string };
  attributes: AttributeRange[];
  features: Feature[];
}

interface Brand {
  name: string;
  categories: string[];
  /** The pattern of its part numbers; # is a digit. */
  numbers: string;
  /** A second brand, without labelled pictures and boxes. */
  second?: boolean;
}

/** The brands, the price factors of attributes as shares of the price range, and the types by category. */
export const { brands, dearer, categories } = JSON.parse(readData('part-types.json')) as {
  brands: Brand[];
  dearer: Record<string, number>;
  categories: { id: string; name: string; types: PartType[] }[];
};
