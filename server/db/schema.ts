import type { CheckResult } from '#contract/doctor.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Addresses, GarageVehicles, OrderLists, SavedLists } from './kept-tables.ts';
import type { AuditLog, OrderEvents, SecurityEvents, StockLedger } from './history-tables.ts';
import type {
  ImportFaults,
  ImportKeys,
  ImportParts,
  ImportPictures,
  Imports,
  SupplierParts,
  Suppliers,
} from './import-tables.ts';
import type {
  Brands,
  Categories,
  FitCounts,
  FitmentFaults,
  Fitments,
  FitVotes,
  VehicleNames,
  VehiclesTable,
  PartNumbers,
  PartPictures,
  PartTypeAttributes,
  PartTypeNames,
  PartTypes,
  Parts,
} from './part-tables.ts';
import type {
  DailyCustomers,
  DailySums,
  DailyTypeSums,
  DeadStock,
  StockSums,
  WeeklyFigures,
} from './figure-tables.ts';
import type { EmptySearches, EmptySearchSums, IndexedTypes, Synonyms } from './search-tables.ts';
import type {
  Disputes,
  Documents,
  PaymentLines,
  Payments,
  Refunds,
  UnbookedPayments,
} from './payment-tables.ts';
import type { Orders, ReturnPictures, Returns, Reviews, Shipments } from './order-tables.ts';

/** The tables of `server/db/migrations`; a test compares these types' columns with the live database. */
export interface Tables {
  categories: Categories;
  part_types: PartTypes;
  part_type_names: PartTypeNames;
  part_type_attributes: PartTypeAttributes;
  brands: Brands;
  parts: Parts;
  part_numbers: PartNumbers;
  synonyms: Synonyms;
  empty_searches: EmptySearches;
  empty_search_sums: EmptySearchSums;
  indexed_types: IndexedTypes;
  part_pictures: PartPictures;
  fitments: Fitments;
  fitment_faults: FitmentFaults;
  fit_counts: FitCounts;
  fit_votes: FitVotes;
  vehicles: VehiclesTable;
  vehicle_names: VehicleNames;
  imports: Imports;
  import_parts: ImportParts;
  import_keys: ImportKeys;
  import_faults: ImportFaults;
  import_pictures: ImportPictures;
  suppliers: Suppliers;
  supplier_parts: SupplierParts;
  users: Users;
  access_tokens: AccessTokens;
  orders: Orders;
  batches: Batches;
  payment_lines: PaymentLines;
  payments: Payments;
  reviews: Reviews;
  stock_ledger: StockLedger;
  addresses: Addresses;
  saved_lists: SavedLists;
  garage_vehicles: GarageVehicles;
  stock_alerts: { user_id: string; part_id: string; created_at: Date };
  idempotency_keys: IdempotencyKeys;
  mail_outbox: MailOutbox;
  audit_log: AuditLog;
  order_events: OrderEvents;
  refunds: Refunds;
  shipments: Shipments;
  returns: Returns;
  return_pictures: ReturnPictures;
  disputes: Disputes;
  documents: Documents;
  images: Images;
  doctor_runs: DoctorRuns;
  shop_facts: ShopFacts;
  security_events: SecurityEvents;
  order_networks: OrderNetworks;
  order_lists: OrderLists;
  unbooked_payments: UnbookedPayments;
  daily_sums: DailySums;
  daily_customers: DailyCustomers;
  daily_type_sums: DailyTypeSums;
  stock_sums: StockSums;
  dead_stock: DeadStock;
  weekly_figures: WeeklyFigures;
  shop_settings: ShopSettings;
  page_files: { name: string; content: Buffer; seen_at: Date };
}

interface Users {
  id: string;
  issuer: string;
  subject: string;
  email: string;
  email_verified: boolean;
  name: string;
  role: 'admin' | null;
  phone: Generated<string>;
  address: Generated<string>;
  education: Generated<string>;
  linkedin: Generated<string>;
  created_at: Date;
  updated_at: Date;
  replaced_at: Date | null;
  power_since: Generated<Date | null>;
  blocked_at: Generated<Date | null>;
  closed_at: Generated<Date | null>;
  identity_deleted_at: Generated<Date | null>;
}

interface AccessTokens {
  token_hash: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
  /** The identity service's session it was given in. */
  identity_session: string;
}

/** Lists that were ordered at once; each line is an order. */
interface Batches {
  id: string;
  user_id: string;
  created_at: Date;
  po_number: Generated<string>;
  note: Generated<string>;
}

interface IdempotencyKeys {
  user_id: string;
  key: string;
  request_hash: string;
  result: unknown;
  created_at: Date;
}

interface MailOutbox {
  id: string;
  event_key: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: Generated<string | null>;
  /** What the mail is written of when it is sent (`server/mails/letter-kinds.ts`); null of one that has its text. */
  letter: Generated<object | null>;
  created_at: Date;
  run_at: Date;
  attempts: Generated<number>;
  locked_until: Date | null;
  done_at: Date | null;
  last_error: string | null;
  forget_when_over: Generated<boolean>;
}

interface Images {
  url: string;
  uploaded_by: string | null;
  created_at: Date;
  keep_until: Generated<Date>;
  leaving_since: Generated<Date | null>;
}

interface DoctorRuns {
  id: string;
  asked_at: Date;
  worker: Generated<string | null>;
  worked_until: Generated<Date | null>;
  tries: Generated<number>;
  steps: number;
  steps_done: Generated<number>;
  looks_at: Generated<string>;
  ended_at: Generated<Date | null>;
  failure: Generated<string | null>;
  found: Generated<object | null>;
  checks: JSONColumnType<CheckResult[]> | null;
}

interface ShopFacts {
  only_row: Generated<boolean>;
  mode: 'demo' | 'live';
  card_accounts: ('sandbox' | 'test' | 'live')[];
  adopted_at: Generated<Date | null>;
  payments_listed_until: Generated<Date | null>;
  payment_mark: Generated<string | null>;
  home: Generated<string | null>;
  moved_at: Generated<Date | null>;
  secret_fingerprint: Generated<string | null>;
  taxonomy_version: Generated<number>;
}

interface ShopSettings {
  block: 'contact' | 'sale_banner';
  value: ColumnType<unknown, string | null>;
  changed_at: Date;
}

interface OrderNetworks {
  network_hash: string;
  used_at: Date;
}
