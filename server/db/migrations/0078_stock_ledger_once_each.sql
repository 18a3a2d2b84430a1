-- The pieces of an order are taken once and cancelled once, but may come back on sale in steps: takes the place of stock_ledger_once.
-- without transaction
create unique index concurrently if not exists stock_ledger_once_each on stock_ledger (order_id, reason) where order_id is not null and reason <> 'refund';
