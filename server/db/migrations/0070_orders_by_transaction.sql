-- Several orders may be paid by one transaction: takes the place of the unique index.
-- without transaction
create index concurrently if not exists orders_by_transaction on orders (transaction_id) where transaction_id is not null;
