-- without transaction
-- What a list of a vehicle counts and sorts of each part, so that hundreds of them are looked at without their rows.
create index concurrently if not exists parts_found on parts (id) include (type_id, category_id, brand, price_cents, order_quantity, in_stock, created_at)
  where archived_at is null;
