-- What a part replaces.
-- without transaction
create index concurrently if not exists parts_by_replacement on parts (replaced_by) where replaced_by is not null;
