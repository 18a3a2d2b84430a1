-- The lines of a batch.
-- without transaction
create index concurrently if not exists orders_by_batch on orders (batch_id) where batch_id is not null;
