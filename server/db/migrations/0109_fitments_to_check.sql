-- without transaction
create index concurrently if not exists fitments_to_check on parts (id) where fitments_as_of is distinct from updated_at;
