-- The list of parts that a customer writes on; what is ordered stands in orders.
create table order_lists (
  user_id uuid primary key references users (id),
  lines jsonb not null,
  -- Counts the changes, so that two devices do not write over each other.
  version integer not null check (version >= 1),
  updated_at timestamptz not null
);
