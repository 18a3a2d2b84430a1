-- What has done its work is forgotten in small steps (server/retention.ts); without these each step would read everything.
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index mail_outbox_to_clear on mail_outbox (done_at) where body_text <> '';
create index session_by_end on identity."session" ("expiresAt");
create index verification_by_end on identity."verification" ("expiresAt");
