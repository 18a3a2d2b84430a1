-- without transaction
-- What payments collected for orders that they could not pay: few of all lines.
create index concurrently if not exists payment_lines_returned on payment_lines (intent_id) include (amount_cents) where state = 'returned';
