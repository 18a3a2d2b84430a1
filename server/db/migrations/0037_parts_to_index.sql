-- Parts whose words are not those of their facts.
-- without transaction
create index concurrently if not exists parts_to_index on parts (id) where search_as_of is distinct from updated_at;
