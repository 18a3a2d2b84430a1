-- without transaction
create index concurrently if not exists refunds_by_day on refunds (created_at);
