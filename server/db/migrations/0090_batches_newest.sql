-- All batches, newest first, for admins.
-- without transaction
create index concurrently if not exists batches_newest on batches (created_at desc, id desc);
