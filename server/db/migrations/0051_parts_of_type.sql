-- The parts of a type one after the other, for writing their words anew.
-- without transaction
create index concurrently if not exists parts_of_type on parts (type_id, id);
