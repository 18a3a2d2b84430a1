-- without transaction
-- The reviews of a customer: for their data, and when the account is closed.
create index concurrently if not exists reviews_by_customer on reviews (user_id);
