-- without transaction
-- What an account paid, the first order first; takes the place of orders_ever_paid.
create index concurrently if not exists orders_first_paid on orders (user_id, paid_at) where paid_at is not null;
