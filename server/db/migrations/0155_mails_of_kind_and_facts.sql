-- forbids versions before: 0152
-- Older versions would give these mails up, or take the mail server for down: they know letters without words as no mails of their own.
comment on column mail_outbox.letter is 'Kind, name and facts: the mail is written of them when it is sent.';
