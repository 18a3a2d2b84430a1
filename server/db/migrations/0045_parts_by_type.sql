-- Related parts: the newest of a type that are on sale and not replaced.
-- without transaction
create index concurrently if not exists parts_by_type on parts (type_id, created_at desc, id desc) where archived_at is null and replaced_by is null;
