-- optional: triggers
-- What was written down stays as it was written: the database itself refuses every other statement.

create function keep_history() returns trigger language plpgsql as $$
declare
  callers text;
begin
  -- By whom this statement was sent, not by a setting that any statement could make.
  get diagnostics callers = pg_context;
  if callers ~ '\mmaintain_history\(' then return null; end if;
  raise exception '% only grows: % is refused. maintain_history(…) is the one way to change it.', tg_table_name, lower(tg_op)
    using errcode = 'insufficient_privilege';
end $$;

create trigger keep_history before update or delete or truncate on audit_log for each statement execute function keep_history();
create trigger keep_history before update or delete or truncate on order_events for each statement execute function keep_history();
create trigger keep_history before update or delete or truncate on stock_ledger for each statement execute function keep_history();
-- Of a security event only how often, and when last, goes on.
create trigger keep_history before update of id, created_at, kind, user_id, request_id, network_hash, details, merge_key or delete or truncate
  on security_events for each statement execute function keep_history();
