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
  /** Other names for it, which descriptions tell. */
  alt: string[];
  /** More names, as the trade and buyers say them in British and American English. */
  names: string[];
  /** What the German parts trade calls it. */
  german: string[];
  /** How a part is named: `{key}` is an attribute, `{key?text}` adds the text when the answer is yes. */
  pattern: string;
  fit: 'vehicle' | 'engine' | 'size' | 'universal';
  only?: FitRule;
  /** Lowest and highest wholesale price of a piece, whole dollars. */
  priceUsd: [number, number];
  packSizes: number[];
  /** Minimum orders, all multiples of 100. */
  minOrder: number[];
  /** The weight of one piece in grams. */
  weightG: number;
  /** How many parts of it the catalogue has at most, 5 if not given; those that were replaced are not counted. */
  count?: number;
  /** The length of a chain of parts, each replaced by the next; the type's last part is its end. */
  chain?: number;
  /** Delivered on pallets, not in boxes. */
  onPallets?: boolean;
  /** The pattern of the first brand's part numbers. */
  numbers?: string;
  /** What is printed on its picture: only that brand's parts may show it, and one part is exactly the pictured one. The picture has the id's name. */
  label?: { brand: string; says?: string; attributes?: Attributes; partNumber?: string };
  /** The picture of the bare part, without a label, when the other one is a printed carton. */
  bare?: string;
  /** The pictures for values of an attribute; any other value is as the type's own picture shows it. */
  variants?: Record<string, string>;
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
