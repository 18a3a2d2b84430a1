-- What a customer bought of a part, the last time first.
-- without transaction
create index concurrently if not exists orders_bought on orders (user_id, part_id, created_at desc, id desc) where paid_at is not null and refunded_cents < total_cents;
