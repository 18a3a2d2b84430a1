-- optional: triggers
-- Copies of the shop from before this migration write and move payments of one order without a line.
create function write_payment_line() returns trigger language plpgsql as $$
begin
  insert into payment_lines (intent_id, order_id, attempt, amount_cents, state)
  values (new.intent_id, new.order_id,
    greatest(new.attempt, 1 + coalesce((select max(attempt) from payment_lines where order_id = new.order_id and intent_id <> new.intent_id), 0)),
    new.amount_cents, case when new.state in ('refund_due', 'refunded') then 'returned' else new.state end)
  on conflict (intent_id, order_id) do update set state = excluded.state
    where payment_lines.state <> excluded.state;
  return null;
end $$;

create trigger write_payment_line after insert or update of state on payments
  for each row when (new.order_id is not null) execute function write_payment_line();
