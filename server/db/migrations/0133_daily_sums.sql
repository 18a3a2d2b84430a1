-- What was sold, summed up for each day (UTC): written again whenever an order or a refund of the day changes, so that nobody adds up a year of orders to see it.
create table daily_sums (
  day date primary key,
  orders integer not null,
  pieces bigint not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
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

-- The accounts that paid on a day, by the day on which they had paid last before: of them, those with an earlier day than the first of a range paid in
-- it for the first time on this day, so that sums of this tell how many accounts paid in any range.
create table daily_customers (
  day date not null,
  -- At most 366 days before, as ranges are no longer; '-infinity' for accounts that had never paid.
  paid_before date not null,
  customers integer not null,
  primary key (day, paid_before)
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
