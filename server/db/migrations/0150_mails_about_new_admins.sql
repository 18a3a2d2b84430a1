-- without transaction
-- The mails that tell admins of a new one, which a closed account leaves.
create index concurrently if not exists mail_outbox_new_admins on mail_outbox (event_key) where event_key like 'admins-new-admin:%';
