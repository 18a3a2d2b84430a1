-- The admin's list of archived parts, newest first: few of many.
-- without transaction
create index concurrently if not exists parts_archived on parts (created_at desc, id desc) where archived_at is not null;
