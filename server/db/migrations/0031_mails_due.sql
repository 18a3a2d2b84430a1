-- The mail to be sent next, however many were given up before it. 200 is `mostTries` of server/mails/outbox.ts.
-- without transaction
create index concurrently if not exists mail_outbox_due on mail_outbox (run_at) where done_at is null and attempts < 200;
