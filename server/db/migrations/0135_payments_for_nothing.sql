-- without transaction
-- Payments that pay for nothing by when they came; one that an older copy booked counts when it was looked at last.
create index concurrently if not exists payments_for_nothing on payments ((coalesce(collected_at, updated_at))) where state in ('refund_due', 'refunded');
