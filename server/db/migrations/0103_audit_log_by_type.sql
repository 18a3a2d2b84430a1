-- The audit log of one kind of subject, newest first.
-- without transaction
create index concurrently if not exists audit_log_by_type on audit_log (subject_type, created_at desc, id desc);
