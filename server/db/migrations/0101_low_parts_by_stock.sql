-- The admin's list of parts of which too few are there, by their stock: all others come before or behind them.
-- without transaction
create index concurrently if not exists parts_low_by_stock on parts (in_stock, id) where archived_at is null and in_stock < order_quantity;
