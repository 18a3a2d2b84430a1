-- A list of parts that was ordered at once: each line is an order, and names its batch. Copies of an older version place and
-- cancel orders without it.
create table batches (
  id uuid primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  -- Typed by the customer: their own number of the purchase, and a note to the shop.
  po_number text not null default '' check (length(po_number) <= 64),
  note text not null default '' check (length(note) <= 500)
);
create index batches_by_user on batches (user_id, created_at desc, id desc);

-- Without a default, so no row is looked at.
alter table orders add column batch_id uuid references batches (id);
