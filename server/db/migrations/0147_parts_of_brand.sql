-- without transaction
-- The parts of a brand in a category, newest first, with what a list counts of them, so that hundreds are looked at without their rows.
create index concurrently if not exists parts_of_brand on parts (brand, category_id, created_at desc, id desc) include (type_id, price_cents, order_quantity, in_stock)
  where archived_at is null;
