-- without transaction
-- The rows of an import that were dealt with, by their part: asked for each batch of it, so that no part is changed by two rows.
create index concurrently if not exists import_parts_dealt_with on import_parts (import_id, part_id) where step = 'applied' or result = 'refused';
