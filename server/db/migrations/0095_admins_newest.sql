-- The admin's list of accounts, of admins alone: there are few.
-- without transaction
create index concurrently if not exists users_admins on users (created_at desc, id desc) where role = 'admin' and replaced_at is null;
