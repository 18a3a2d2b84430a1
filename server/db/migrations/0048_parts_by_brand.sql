-- A page of the parts of a brand, newest first.
-- without transaction
create index concurrently if not exists parts_by_brand on parts (brand, created_at desc, id desc) where archived_at is null;
