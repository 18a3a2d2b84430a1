-- without transaction
-- Deleted parts in this order: among all parts they may stand at the far end of it.
create index concurrently if not exists parts_archived_by_stock on parts (in_stock, id) where archived_at is not null;
