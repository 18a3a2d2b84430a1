-- A customer's orders that are no lines of a batch: My Orders lists each of them, and a batch in place of its lines.
-- without transaction
create index concurrently if not exists orders_single_by_user on orders (user_id, created_at desc, id desc) where batch_id is null;
