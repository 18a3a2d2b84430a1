-- without transaction
create index concurrently if not exists refunds_by_payment on refunds (intent_id);
