-- The oldest mail that still says to whom it went. A later release drops mail_outbox_to_clear, by which older copies look for texts.
-- without transaction
create index concurrently if not exists mail_outbox_to_empty on mail_outbox (done_at) where recipient <> '';
