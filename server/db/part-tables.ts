import type { ColumnType, Generated } from 'kysely';
import type { Fitment } from '#contract/part-lists.ts';
import type { ClaimCount, FitVerdict } from '#contract/fit-votes.ts';
import type { FactFaultKind } from '#contract/vehicles.ts';

export interface Categories {
  id: string;
  name: string;
  position: number;
}

/** What kinds of parts there are. */
export interface PartTypes {
  id: string;
  category_id: string;
  name: string;
  fit: 'vehicle' | 'engine' | 'size' | 'universal';
  weight_g: number | null;
  position: number;
}

/** What else buyers call a type. */
export interface PartTypeNames {
  type_id: string;
  language: 'en' | 'de';
  name: string;
}

/** What can be said of a part of a type: a number, or one of the choices. */
export interface PartTypeAttributes {
  type_id: string;
  key: string;
  label: string;
  unit: string;
  choices: string[] | null;
  position: number;
}

export interface Brands {
  name: string;
  name_key: string;
}

/** A price for whoever orders at least so many pieces. */
export interface StoredPriceBreak {
  from: number;
  cents: number;
}

export interface Parts {
  id: string;
  name: string;
  brand: string | null;
  part_number: string | null;
  part_number_key: string | null;
  category_id: string | null;
  type_id: Generated<string | null>;
  description: string;
  image: string;
  image_alt: Generated<string>;
  attributes: ColumnType<Record<string, string | number>, string | undefined, string>;
  replaced_by: Generated<string | null>;
  price_cents: number;
  order_quantity: number;
  quantity_step: Generated<number | null>;
  largest_order: Generated<number | null>;
  pack_label: Generated<string | null>;
  price_breaks: ColumnType<StoredPriceBreak[], string | undefined, string>;
  in_stock: number;
  created_at: Date;
  updated_at: Date;
  archived_at: Date | null;
  search: ColumnType<string | null, never, never>;
  search_as_of: Generated<Date | null>;
  /** For which state of its facts its fitments were looked at. */
  fitments_as_of: Generated<Date | null>;
}

/** The numbers of a part beside the shop's own one. */
export interface PartNumbers {
  part_id: string;
  kind: 'oe' | 'competitor' | 'superseded' | 'barcode';
  number: string;
  number_key: string;
  maker: Generated<string>;
}

/** A part's further pictures. */
export interface PartPictures {
  part_id: string;
  position: number;
  image: string;
  alt: string;
}

/** Vehicles that admins added. */
export interface VehiclesTable {
  id: string;
  make: string;
  model: string;
  year_from: number;
  year_to: number;
  engines: Generated<string[]>;
  created_at: Date;
}

/** Other names of vehicles that admins added. */
export interface VehicleNames {
  id: string;
  make: string;
  model: string;
  means_make: string;
  means_model: string;
  created_at: Date;
}

export interface FitmentFaults {
  part_id: string;
  kind: FactFaultKind;
  details: string;
}

/** On which vehicles buyers tried a part, with a review of the order or with a return of it. */
export interface FitVotes {
  id: string;
  part_id: string;
  user_id: string;
  order_id: string;
  return_id: string | null;
  make: string;
  model: string;
  year: number;
  engine: string;
  verdict: FitVerdict;
  created_at: Date;
}

/** Of a part how many votes count, and what its claims come to. */
export interface FitCounts {
  part_id: string;
  claims: ColumnType<ClaimCount[], string | undefined, string>;
  fits: Generated<number>;
  changes: Generated<number>;
  misfits: Generated<number>;
  /** The doubted claims in words; empty where there are none. */
  doubted: Generated<string>;
}

export interface Fitments {
  part_id: string;
  make: string;
  model: string;
  year_from: number;
  year_to: number;
  engine: Generated<string>;
  position: Generated<Fitment['position']>;
  note: Generated<string>;
  remark: Generated<string>;
  source: Generated<string>;
}
