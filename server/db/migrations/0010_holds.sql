-- How long an unpaid order holds its pieces is decided when it is placed; accounts that never paid share what they may hold
-- with everybody on their network.

alter table orders
  -- Null for orders from before: ORDER_HOLD_HOURS after they were placed.
  add column held_until timestamptz,
  -- Of an unpaid order that counts towards its network: the network's address as a keyed hash, gone when it is paid or over.
  add column network_hash text;

create index orders_by_network on orders (network_hash) where network_hash is not null;
create index orders_ever_paid on orders (user_id) where paid_at is not null;

-- A row to hold while the orders of a network are counted and one is added. A network without orders has none for long.
create table order_networks (
  network_hash text primary key,
  used_at timestamptz not null
);
