-- The admin's list of parts of which too few are there, newest first.
-- without transaction
create index concurrently if not exists parts_low on parts (created_at desc, id desc) where archived_at is null and in_stock < order_quantity;
