-- A part number is one part's. `parts_by_number` finds by its beginning.
-- without transaction
create unique index concurrently if not exists parts_own_number on parts (part_number_key);
