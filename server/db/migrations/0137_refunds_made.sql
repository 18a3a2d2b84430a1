-- without transaction
-- Refunds by when they were made; one that an older copy made is made since it moved last.
create index concurrently if not exists refunds_made on refunds ((coalesce(made_at, updated_at))) where state = 'done' or made_at is not null;
