import { demoText } from './demo-data.ts';

/** A range of vehicles that a part fits. */
export interface Fitment {
  make: string;
  model: string;
  yearFrom: number;
  yearTo: number;
  note: string;
  source: string;
}

/** One part of the demo shop; times are told as an age, because the shop starts when somebody starts it. */
export interface DemoPart {
  name: string;
  brand: string;
  partNumber: string;
  categoryId: string;
  partTypeId: string;
  description: string;
  image: string;
  /** What is seen on it; empty: the part. */
  imageAlt: string;
  /** Further pictures. */
  pictures: { image: string; alt: string }[];
  /** By the keys of its type's attributes. */
  attributes: Record<string, number | string>;
  /** The numbers beside its own one. */
  numbers: {
    kind: 'oe' | 'competitor' | 'superseded' | 'barcode';
    number: string;
    maker: string;
  }[];
  /** The part number of its successor. */
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
