-- without transaction
-- The orders of a part, and when it was sold last; takes the place of orders_by_part.
create index concurrently if not exists orders_of_part on orders (part_id, paid_at);
