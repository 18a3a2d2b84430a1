-- The shop's own tables. Money is integer cents, times are timestamptz, keys are made by the application.

create table categories (
  id text primary key,
  name text not null,
  position integer not null
);

create table parts (
  id uuid primary key,
  name text not null,
  brand text,
  part_number text,
  -- Upper case, letters and digits only: what a buyer types from a box finds the part.
  part_number_key text,
  category_id text references categories (id),
  description text not null,
  image text not null,
  price_cents integer not null check (price_cents > 0),
  order_quantity integer not null check (order_quantity >= 1),
  -- Pieces that can be ordered now; pieces of live orders have already left this number.
  in_stock integer not null check (in_stock >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz
);

create index parts_newest on parts (created_at desc, id desc) where archived_at is null;
create index parts_by_category on parts (category_id, created_at desc, id desc) where archived_at is null;
create index parts_by_number on parts (part_number_key text_pattern_ops);

create table fitments (
  part_id uuid not null references parts (id),
  make text not null,
  model text not null,
  year_from integer not null,
  year_to integer not null,
  primary key (part_id, make, model, year_from),
  check (year_from <= year_to)
);

create index fitments_by_vehicle on fitments (make, model, year_from, year_to, part_id);

create table users (
  id uuid primary key,
  -- Who this is, in the words of the identity service: an address alone proves nothing.
  issuer text not null,
  subject text not null,
  email text not null,
  email_verified boolean not null,
  name text not null,
  role text check (role in ('admin')),
  phone text not null default '',
  address text not null default '',
  education text not null default '',
  linkedin text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Set when another, verified, subject took the address over.
  replaced_at timestamptz,
  unique (issuer, subject)
);

create unique index users_by_email on users (email) where replaced_at is null;
create index users_newest on users (created_at desc, id desc);

create table access_tokens (
  token_hash text primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index access_tokens_by_user on access_tokens (user_id);
create index access_tokens_by_expiry on access_tokens (expires_at);

create table orders (
  -- Random, not time-ordered: who holds the id may pay the order.
  id uuid primary key,
  user_id uuid not null references users (id),
  part_id uuid not null references parts (id),
  -- The part as it was when ordered: later edits never reach an order.
  part_name text not null,
  image text not null,
  unit_price_cents integer not null check (unit_price_cents > 0),
  quantity integer not null check (quantity > 0),
  total_cents integer not null,
  name text not null,
  email text not null,
  address text not null,
  phone text not null,
  state text not null check (state in ('unpaid', 'cancelling', 'paid', 'shipped', 'cancelled')),
  transaction_id text unique,
  created_at timestamptz not null,
  paid_at timestamptz,
  shipped_at timestamptz,
  cancelled_at timestamptz,
  cancelled_because text check (cancelled_because in ('customer', 'admin', 'expired', 'account_replaced')),
  check (total_cents = unit_price_cents * quantity),
  check ((state in ('paid', 'shipped')) = (paid_at is not null)),
  check ((paid_at is null) = (transaction_id is null)),
  check ((state = 'shipped') = (shipped_at is not null)),
  check ((state = 'cancelled') = (cancelled_at is not null))
);

create index orders_by_user on orders (user_id, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_open on orders (created_at) where state in ('unpaid', 'cancelling');
create index orders_by_part on orders (part_id);

-- One row per attempt to collect an order's money. The id is the card provider's.
create table payments (
  intent_id text primary key,
  order_id uuid not null references orders (id),
  attempt integer not null check (attempt >= 1),
  amount_cents integer not null check (amount_cents > 0),
  state text not null check (state in ('open', 'kept', 'canceled', 'refund_due', 'refunded')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, attempt)
);

create unique index payments_open on payments (order_id) where state = 'open';
create unique index payments_kept on payments (order_id) where state = 'kept';
create index payments_unfinished on payments (updated_at) where state in ('open', 'refund_due');

create table reviews (
  id uuid primary key,
  order_id uuid not null unique references orders (id),
  part_id uuid not null references parts (id),
  user_id uuid not null references users (id),
  part_name text not null,
  name text not null,
  rating integer not null check (rating between 1 and 5),
  message text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index reviews_newest on reviews (created_at desc, id desc);
create index reviews_by_part on reviews (part_id, created_at desc, id desc);

-- Every change of a part's stock, append-only: in_stock is always the sum of its part's rows.
create table stock_ledger (
  id uuid primary key,
  part_id uuid not null references parts (id),
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('opening', 'order', 'cancel', 'adjustment', 'refund')),
  order_id uuid references orders (id),
  actor text not null,
  note text not null default '',
  created_at timestamptz not null
);

create index stock_ledger_by_part on stock_ledger (part_id, created_at);
create unique index stock_ledger_once on stock_ledger (order_id, reason) where order_id is not null;

-- A write that may be sent twice is done once: the first row wins, the second reads its result.
create table idempotency_keys (
  user_id uuid not null references users (id),
  key text not null,
  request_hash text not null,
  result jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);

-- Mails to send, written in the transaction of what they tell about.
create table mail_outbox (
  id uuid primary key,
  -- One mail per event: a second writer of the same event is a conflict, not a second mail.
  event_key text not null unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  created_at timestamptz not null,
  run_at timestamptz not null,
  attempts integer not null default 0,
  locked_until timestamptz,
  done_at timestamptz,
  last_error text
);

create index mail_outbox_newest on mail_outbox (created_at desc, id desc);
create index mail_outbox_pending on mail_outbox (run_at) where done_at is null;
