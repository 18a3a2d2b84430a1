-- A page of the parts of a type, newest first.
-- without transaction
create index concurrently if not exists parts_by_type on parts (type_id, created_at desc, id desc) where archived_at is null;
