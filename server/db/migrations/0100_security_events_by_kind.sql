-- Security events of one kind, newest first.
-- without transaction
create index concurrently if not exists security_events_by_kind on security_events (kind, created_at desc, id desc);
