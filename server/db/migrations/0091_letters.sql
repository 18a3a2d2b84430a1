-- What the HTML of a mail is written from when it is sent. Null: it is in body_html, if the mail has one. Older copies send such a mail as text alone.
alter table mail_outbox add column letter jsonb;
