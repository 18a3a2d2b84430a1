import type { StoredPriceBreak } from '#server/db/part-tables.ts';
import { demoText } from './demo-data.ts';

/** A range of vehicles that a part fits. */
export interface Fitment {
  make: string;
  model: string;
  yearFrom: number;
  yearTo: number;
  /** What it demands of the engine, such as '2.0 diesel'; empty for nothing. */
  engine: string;
  /** What else has to hold, such as 'except all-wheel drive'; empty for nothing. */
  note: string;
  /** Who says that it fits. */
  source: string;
}

/** A number under which buyers may know a part, other than its own. */
export interface PartNumber {
  /** The vehicle maker's own number, a competitor's, an older one of the same brand, or an EAN-13. */
  kind: 'oe' | 'competitor' | 'superseded' | 'barcode';
  number: string;
  /** Whose number it is; empty for 'superseded' and 'barcode', which are the brand's. */
  maker: string;
}

/** How a part is sold in bulk, as the columns of its row say it. */
export interface QuantityRules {
  quantityStep?: number;
  largestOrder?: number;
  packLabel?: string;
  priceBreaks?: StoredPriceBreak[];
}

/** One part of the demo shop; times are told as an age, because the shop starts when somebody starts it. */
export interface DemoPart extends QuantityRules {
  name: string;
  brand: string;
  partNumber: string;
  categoryId: string;
  partTypeId: string;
  description: string;
  /** By the keys of the part type's attributes. */
  attributes: Record<string, number | string>;
  image: string;
  /** What the picture shows; empty when that is the part's name. */
  imageAlt: string;
  /** Further pictures. */
  pictures: { image: string; alt: string }[];
  numbers: PartNumber[];
  /** The part number of its successor, when it is no longer made. */
  replacedBy?: string;
  /** Wholesale price of one piece. */
  priceCents: number;
  /** The minimum order: a multiple of 100. */
  orderQuantity: number;
  /** Pieces that can be ordered after loading. */
  inStock: number;
  /** Empty for universal parts and for parts chosen by size. */
  fitments: Fitment[];
  ageInDays: number;
}

export interface DemoCatalogue {
  categories: { id: string; name: string }[];
  /** Newest first. */
  parts: DemoPart[];
}

/** The categories and parts of the demo shop, from the file that scripts/demo-catalogue writes. */
export function demoCatalogue(): DemoCatalogue {
  return JSON.parse(demoText('catalogue.json')) as DemoCatalogue;
}
