-- By which the doctor looks at orders in slices; the other entries of orders have stock_ledger_once_each.
-- without transaction
create index concurrently if not exists stock_ledger_restocked on stock_ledger (order_id) where order_id is not null and reason = 'refund';
