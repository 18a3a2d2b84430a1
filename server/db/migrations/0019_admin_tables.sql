-- The admin's tables are sorted by any of their columns: each page then reads as many rows as it shows.
create index orders_by_total on orders (total_cents, id);
create index orders_by_quantity on orders (quantity, id);
create index orders_by_product on orders (lower(part_name), id);
create index orders_by_customer on orders (lower(coalesce(nullif(name, ''), email)), id);
create index parts_by_minimum on parts (order_quantity, id);
create index users_by_name on users (lower(name), id) where replaced_at is null;
