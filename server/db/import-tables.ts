import type { ColumnType, Generated } from 'kysely';
import type {
  Import,
  ImportCounts,
  ImportFault,
  ImportGuard,
  ImportState,
} from '#contract/imports.ts';

/** A column of JSON, which is written as text. */
type Json<Value> = ColumnType<Value, string, string>;

export interface Imports {
  id: string;
  created_at: Date;
  actor: string;
  doer: string;
  name: string;
  supplier: string | null;
  state: ImportState;
  finished_at: Date | null;
  file: Json<
    Pick<Import, 'format' | 'encoding' | 'encodingGuessed' | 'delimiter' | 'sheet' | 'sheets'>
  >;
  columns: Json<Import['columns']>;
  settings: Json<Import['settings']>;
  found: Json<ImportCounts>;
  done: Json<ImportCounts>;
  guards: Json<ImportGuard[]>;
  checks: Generated<number>;
  phase: Generated<number>;
  place: Generated<number>;
  steps: Generated<number>;
  steps_in_all: Generated<number | null>;
  not_undone: Generated<number>;
  archive: Generated<string | null>;
  pictures: Generated<number>;
  pictures_done: Generated<number>;
  pictures_lacking: Generated<number>;
  stopping: Generated<boolean>;
  failure: Generated<string | null>;
  attempts: Generated<number>;
  worker: Generated<string | null>;
  worked_until: Generated<Date | null>;
}

/** How a supplier's lists knew a part before an import; `from` is the part that its number was taken from. */
export interface SupplierLink {
  readonly had: boolean;
  readonly number: string | null;
  readonly from: string | null;
}

export interface ImportParts {
  import_id: string;
  row: number;
  rows: number;
  part_id: string | null;
  part_number: string | null;
  name: string;
  facts: Json<object>;
  result: 'add' | 'change' | 'same' | 'archive' | 'refused';
  step: Generated<'checked' | 'applied' | 'undone'>;
  changes: ColumnType<Record<string, [before: unknown, after: unknown]> | null, string, string>;
  stock_change: Generated<number>;
  replacement_key: string | null;
  digest: Generated<string | null>;
  link_before: ColumnType<SupplierLink | null, string | undefined, string>;
}

export interface ImportKeys {
  import_id: string;
  key: string;
  row: number;
}

export interface ImportFaults {
  import_id: string;
  row: number;
  position: number;
  column_name: string;
  value: string;
  reason: string;
  step: ImportFault['step'];
}

export interface ImportPictures {
  import_id: string;
  source: string;
  url: string | null;
  reason: string | null;
}

export interface Suppliers {
  name_key: string;
  name: string;
  fields: Json<Record<string, string | null>>;
  settings: ColumnType<Import['settings'] | null, string, string>;
}

export interface SupplierParts {
  supplier_key: string;
  part_id: string;
  number_key: string | null;
}
