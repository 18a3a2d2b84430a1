-- The words of a part, for the search of the catalogue. Databases from before this file have them from 0001 (decision 0034).
alter table parts add column if not exists search tsvector generated always as (
  setweight(to_tsvector('english', name || ' ' || coalesce(brand, '')), 'A')
    || setweight(to_tsvector('simple', coalesce(part_number, '')), 'A')
    || setweight(to_tsvector('english', description), 'C')
) stored;
create index if not exists parts_search on parts using gin (search);
