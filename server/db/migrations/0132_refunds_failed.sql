-- without transaction
-- Refunds that an admin promised and the card did not take.
create index concurrently if not exists refunds_failed on refunds (order_id) where state = 'failed' and source = 'admin';
