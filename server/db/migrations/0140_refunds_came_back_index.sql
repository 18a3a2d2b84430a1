-- without transaction
-- Refunds by when their money came to the shop again; while one is failed that is when it moved last.
create index concurrently if not exists refunds_came_back on refunds ((coalesce(came_back_at, updated_at))) where came_back_at is not null or state = 'failed' and made_at is not null;
