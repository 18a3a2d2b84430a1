-- Mails that an older copy has emptied, which knows no letters: none, as a rule.
-- without transaction
create index concurrently if not exists mail_outbox_letters_to_empty on mail_outbox (id) where recipient = '' and letter is not null;
