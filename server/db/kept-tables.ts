import type { JSONColumnType, Generated } from 'kysely';
import type { SavedLine } from '#contract/saved-lists.ts';

/** An address of a customer's address book. */
export interface Addresses {
  user_id: string;
  id: string;
  name: string;
  name_key: string;
  address: string;
  phone: string;
  is_default: Generated<boolean>;
  updated_at: Date;
}

/** A list of parts under a name, with what its lines meant and cost when it was written. */
export interface SavedLists {
  user_id: string;
  id: string;
  name: string;
  name_key: string;
  lines: JSONColumnType<SavedLine[]>;
  updated_at: Date;
}

/** A vehicle that a customer keeps. */
export interface GarageVehicles {
  user_id: string;
  id: string;
  make: string;
  model: string;
  year: number | null;
  engine: string;
  name: string;
  vehicle_key: string;
}

/** What a customer is about to order. */
export interface OrderLists {
  user_id: string;
  lines: JSONColumnType<{ number: string; quantity: number | null }[]>;
  version: number;
  updated_at: Date;
}
