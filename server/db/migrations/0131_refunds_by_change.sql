-- without transaction
create index concurrently if not exists refunds_by_change on refunds (updated_at);
