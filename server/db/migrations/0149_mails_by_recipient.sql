-- without transaction
-- The mails to somebody who closes their account, without reading all mails.
create index concurrently if not exists mail_outbox_by_recipient on mail_outbox (recipient) where recipient <> '';
