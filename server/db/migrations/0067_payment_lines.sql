-- A payment collects the money of one order or of several: a line for each, with its amount.
create table payment_lines (
  intent_id text not null,
  order_id uuid not null,
  -- Which attempt to pay this order it is.
  attempt integer not null check (attempt >= 1),
  amount_cents integer not null check (amount_cents > 0),
  -- 'returned': the money goes back, or went.
  state text not null check (state in ('open', 'kept', 'canceled', 'returned')),
  primary key (intent_id, order_id),
  unique (order_id, attempt)
);

create unique index payment_lines_open on payment_lines (order_id) where state = 'open';
create unique index payment_lines_kept on payment_lines (order_id) where state = 'kept';

-- A payment of several orders names them in its lines only.
alter table payments
  alter column order_id drop not null,
  alter column attempt drop not null;
