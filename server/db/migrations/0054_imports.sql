-- Files of parts on their way into the shop, and what they changed in it.
create table imports (
  id uuid primary key,
  created_at timestamptz not null,
  -- The account that uploaded it, or 'command line'.
  actor text not null,
  -- Likewise who had it applied, undone or stopped last.
  doer text not null,
  -- The file's name, and whose list it is.
  name text not null,
  supplier text,
  state text not null check (
    state in ('columns', 'checking', 'checked', 'applying', 'applied', 'stopped', 'undoing', 'undone', 'failed')
  ),
  finished_at timestamptz,
  -- How the file is read; its columns with the fields chosen for them; what it does not say by itself.
  file jsonb not null,
  columns jsonb not null,
  settings jsonb not null,
  -- Counts of the check and of what has been done, and what has to be ticked.
  found jsonb not null,
  done jsonb not null,
  guards jsonb not null,
  -- Of the step that runs: the phase of it, the row that was dealt with last, and how much of it is done.
  phase integer not null default 0,
  place integer not null default 0,
  steps integer not null default 0,
  steps_in_all integer,
  not_undone integer not null default 0,
  stopping boolean not null default false,
  failure text,
  -- Whoever works on it renews this. When it has passed, somebody else goes on.
  worker uuid,
  worked_until timestamptz
);

create index imports_newest on imports (created_at desc, id desc);
-- One at a time changes the shop.
create unique index imports_one_at_work on imports ((true)) where state in ('applying', 'undoing');
create index imports_at_work on imports (created_at) where state in ('checking', 'applying', 'undoing');

-- A part of such a file: one row, or several rows that are about the same part.
create table import_parts (
  import_id uuid not null references imports (id),
  -- The first of its rows, as a spreadsheet counts; of a part that is missing in the file a number after all rows.
  row integer not null,
  rows integer not null,
  -- Null: new in the shop, and not applied.
  part_id uuid,
  part_number text,
  name text not null,
  -- What the file says of it.
  facts jsonb not null,
  result text not null check (result in ('add', 'change', 'same', 'archive', 'refused')),
  step text not null default 'checked' check (step in ('checked', 'applied', 'undone')),
  -- By its facts the values before and after; null for a new part.
  changes jsonb,
  stock_change integer not null default 0,
  -- By which key of `import_keys` the part is found that replaces it, if that has to be set.
  replacement_key text,
  -- Of all facts of the part as the import left them.
  digest text,
  primary key (import_id, row)
);

create index import_parts_by_result on import_parts (import_id, result, row);
create index import_parts_replaced on import_parts (import_id, row) where replacement_key is not null;

-- Ids, own numbers, supplier's numbers and barcodes in a file: each is one part's.
create table import_keys (
  import_id uuid not null references imports (id),
  key text collate "C" not null,
  row integer not null,
  primary key (import_id, key)
);

-- Why rows were not used, or parts not changed back.
create table import_faults (
  import_id uuid not null references imports (id),
  row integer not null,
  -- Among those of its row.
  position integer not null,
  column_name text not null,
  value text not null,
  reason text not null,
  step text not null check (step in ('check', 'apply', 'undo')),
  primary key (import_id, row, position)
);

-- Whose lists are imported, and how their columns were read last.
create table suppliers (
  -- As in brands.
  name_key text primary key,
  name text not null,
  -- By the columns' names the fields chosen for them.
  fields jsonb not null,
  settings jsonb
);

-- The parts that a supplier's lists brought, and its own numbers for them.
create table supplier_parts (
  supplier_key text not null references suppliers (name_key),
  part_id uuid not null references parts (id),
  number_key text,
  primary key (supplier_key, part_id)
);

create unique index supplier_parts_by_number on supplier_parts (supplier_key, number_key);
create index supplier_parts_by_part on supplier_parts (part_id);
