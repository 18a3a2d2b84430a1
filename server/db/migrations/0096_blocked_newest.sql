-- The same of blocked accounts.
-- without transaction
create index concurrently if not exists users_blocked on users (created_at desc, id desc) where blocked_at is not null and replaced_at is null;
