-- Of a paid order: pieces that are on sale again, that were sent, and that will not be sent because they were refunded before.
alter table orders
  add column restocked_quantity integer not null default 0,
  add column shipped_quantity integer not null default 0,
  add column refunded_quantity integer not null default 0,
  add constraint orders_restocked_within_quantity check (restocked_quantity between 0 and quantity) not valid,
  add constraint orders_shipped_within_quantity check (
    shipped_quantity >= 0 and refunded_quantity >= 0 and shipped_quantity + refunded_quantity <= quantity) not valid;

-- What left the shop of an order, the first as number 1.
create table shipments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  number integer not null check (number >= 1),
  quantity integer not null check (quantity >= 1),
  carrier text not null,
  tracking_number text not null,
  tracking_link text not null check (tracking_link = '' or starts_with(tracking_link, 'https://')),
  shipped_at timestamptz not null,
  -- Null when an older copy of the shop, which does not say it, wrote that the order is shipped.
  shipped_by uuid references users (id),
  unique (order_id, number)
);

-- Unshipped pieces that the refund is for; null for one of an amount.
alter table refunds add column pieces integer check (pieces >= 1);

drop index stock_ledger_once;

-- Of the orders from before these columns, a thousand at a time, so that nobody waits for all of them. 0081 calls it.
create procedure fill_pieces_and_shipments() language plpgsql as $$
declare
  page uuid[];
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    select array_agg(id order by id) into page from (select id from orders where id > last order by id limit 1000) next;
    exit when page is null;
    last := page[cardinality(page)];
    update orders set restocked_quantity = quantity where id = any(page) and restocked and restocked_quantity = 0;
    with shipped as (
      update orders set shipped_quantity = quantity where id = any(page) and state = 'shipped' and shipped_quantity = 0
      returning id, quantity, carrier, tracking_number, shipped_at
    )
    insert into shipments (id, order_id, number, quantity, carrier, tracking_number, tracking_link, shipped_at)
    select gen_random_uuid(), id, 1, quantity, coalesce(carrier, ''), coalesce(tracking_number, ''), '', shipped_at from shipped;
    commit;
  end loop;
  alter table orders
    validate constraint orders_restocked_within_quantity,
    validate constraint orders_shipped_within_quantity;
end $$;
