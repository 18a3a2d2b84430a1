-- without transaction
create index concurrently if not exists payments_refunded on payments (updated_at) where state = 'refunded';
