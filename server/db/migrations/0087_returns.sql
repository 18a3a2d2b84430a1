-- Pieces of an order that its customer sends back, step by step. Older copies know nothing of it.
create table returns (
  id uuid primary key,
  order_id uuid not null references orders (id),
  -- From 1 in each order.
  number integer not null check (number >= 1),
  reason text not null,
  quantity integer not null check (quantity >= 1),
  note text not null,
  -- That the part did not fit, as typed; empty with every other reason.
  vehicle text not null,
  state text not null check (state in ('asked', 'agreed', 'declined', 'withdrawn', 'received', 'settled')),
  -- What the admin who agreed or declined told the customer.
  words text not null default '',
  asked_by uuid not null references users (id),
  created_at timestamptz not null,
  -- When it was agreed to, declined or withdrawn, and by whom.
  decided_by uuid references users (id),
  decided_at timestamptz,
  received_quantity integer check (received_quantity between 1 and quantity),
  received_by uuid references users (id),
  received_at timestamptz,
  -- When the money was given back and pieces went on sale again, or not.
  refunded_cents integer check (refunded_cents >= 0),
  refund_id uuid unique,
  restocked_quantity integer check (restocked_quantity between 0 and received_quantity),
  settled_by uuid references users (id),
  settled_at timestamptz,
  unique (order_id, number),
  check ((state in ('received', 'settled')) = (received_quantity is not null)),
  check ((received_quantity is null) = (received_at is null)),
  check ((state = 'settled') = (settled_at is not null)),
  check ((state = 'settled') = (refunded_cents is not null)),
  check ((state = 'settled') = (restocked_quantity is not null)),
  check ((refund_id is not null) = (coalesce(refunded_cents, 0) > 0))
);

create unique index returns_open on returns (order_id) where state in ('asked', 'agreed', 'received');
create index returns_newest on returns (created_at desc, id desc);
create index returns_by_state on returns (state, created_at desc, id desc);

-- What the customer shows of them: pictures that only the order's customer and admins see.
create table return_pictures (
  id uuid primary key,
  return_id uuid not null references returns (id),
  -- Of what is stored: the same picture is kept once.
  digest text not null,
  webp bytea not null,
  created_at timestamptz not null,
  unique (return_id, digest)
);
create index return_pictures_oldest on return_pictures (created_at);
