-- The newer index begins with the same column.
drop index if exists orders_by_part;
