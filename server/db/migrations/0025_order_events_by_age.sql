-- The oldest order events are found by this index, however many there are.
-- without transaction
create index concurrently if not exists order_events_by_age on order_events (created_at);
