-- without transaction
-- Orders by when they were paid: what an overview of some days reads.
create index concurrently if not exists orders_paid on orders (paid_at) where paid_at is not null;
