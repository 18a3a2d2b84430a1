-- What was sold, summed up for each day (UTC): written again whenever an order or a refund of the day changes, so that nobody adds up a year of orders to see it.
create table daily_sums (
  day date primary key,
  orders integer not null,
  pieces bigint not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  -- Accounts that paid nothing before this day.
  new_customers integer not null,
  summed_at timestamptz not null
);

-- The same by part type; parts without one have the empty text.
create table daily_type_sums (
  day date not null,
  type_id text not null,
  orders integer not null,
  pieces bigint not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  primary key (day, type_id)
);

-- The parts on sale by how long their stock lasts: counted once a day.
create table stock_sums (
  band text primary key,
  parts integer not null,
  pieces bigint not null,
  value_cents bigint not null,
  counted_at timestamptz not null
);

-- What of that was not sold for long, and is worth most.
create table dead_stock (
  part_id uuid primary key references parts (id),
  pieces integer not null,
  value_cents bigint not null,
  last_sold_at timestamptz
);
