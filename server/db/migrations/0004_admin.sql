-- What admins need: who changed what, which pictures are ours, and quick ways through the tables.

-- Every admin write, append-only; written in the transaction of what it tells about.
create table audit_log (
  id uuid primary key,
  created_at timestamptz not null,
  -- The account, and its address as it was; 'command line' when an operator did it.
  actor_id uuid references users (id),
  actor text not null,
  action text not null,
  subject_type text not null check (subject_type in ('part', 'order', 'user', 'image')),
  subject_id text not null,
  subject_name text not null,
  before jsonb,
  after jsonb
);

create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_by_subject on audit_log (subject_type, subject_id, created_at desc);

-- Addresses that this shop's image host returned: only these may become a part's picture.
create table images (
  url text primary key,
  uploaded_by uuid not null references users (id),
  created_at timestamptz not null
);

create index parts_by_name on parts (lower(name), id);
create index parts_by_price on parts (price_cents, id);
create index parts_by_stock on parts (in_stock, id);
create index orders_by_state on orders (state, created_at desc, id desc);
