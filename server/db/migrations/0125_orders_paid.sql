-- without transaction
-- Orders by when they were paid, with what an overview of some days adds up: the orders themselves, of a year perhaps, are not read.
create index concurrently if not exists orders_paid on orders (paid_at) include (part_id, user_id, quantity, total_cents) where paid_at is not null;
