-- The admin's list of orders by status (server/orders/order-lists.ts).
-- without transaction
create index concurrently if not exists orders_by_status on orders (
  (case when disputed_since is not null then 0 when paid_at is null then 1
    when refunded_cents >= total_cents then 4 when state = 'shipped' then 3 else 2 end), id) where state <> 'cancelled';
