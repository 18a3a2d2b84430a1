import { readData } from './read-data.ts';

/** A measured attribute (from min to max in steps) or one of a few values. */
export type AttributeRange =
  | { key: string; label: string; unit?: string; min: number; max: number; step: number }
  | { key: string; label: string; unit?: string; values: string[] };

/** A kind of part: every brake disc of the shop is a part of the type `brake-disc`. */
export interface PartType {
  id: string;
  name: string;
  alt: string[];
  fit: 'vehicle' | 'engine' | 'size' | 'universal';
  /** Lowest and highest wholesale price of a piece, whole dollars. */
  priceUsd: [number, number];
  packSizes: number[];
  /** Minimum orders, all multiples of 100. */
  minOrder: number[];
  attributes: AttributeRange[];
  features: string[];
}

export interface PartCategory {
  id: string;
  name: string;
  types: PartType[];
}

export interface Taxonomy {
  brands: { name: string; categories: string[] }[];
  categories: PartCategory[];
}

/** Brands, categories and part types of the demo shop, as written in data/parts-taxonomy.json. */
export const taxonomy = JSON.parse(readData('parts-taxonomy.json')) as Taxonomy;

/** How a part of each type is named; `{key}` is an attribute, `{key?text}` adds the text when the answer is yes. */
export const namePatterns = JSON.parse(readData('part-names.json')) as Record<string, string>;

/** The types that have a picture of their own; the others show the generic box. */
export const picturedTypes: ReadonlySet<string> = new Set(
  JSON.parse(readData('pictured-types.json')) as string[],
);
