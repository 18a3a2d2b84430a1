-- What admins wrote about a person's reviews is without the person's name, too, once the account is closed; and the rows of the stock ledger are found by
-- the two indexes that it has by order, of refunds and of all else. The rest of the function is as in 0024; its name is what the triggers of 0012 look for.
create or replace function maintain_history(
  task text, doer text, moment timestamptz, about text, older_than timestamptz default null, words text[] default '{}'
) returns bigint language plpgsql as $$
declare
  changed bigint := 0;
  more bigint;
  known text[] := array(select word from unnest(words) as word where length(btrim(word)) >= 3 order by length(word) desc);
  ordered uuid[];
  reviewed text[];
begin
  if task = 'delete' and about in ('security_events', 'audit_log', 'order_events') and older_than <= moment then
    execute format('delete from %1$I where id in (
      select id from %1$I where created_at < $1 order by created_at limit 10000 for update skip locked)', about) using older_than;
    get diagnostics changed = row_count;
    if changed = 0 then return 0; end if;
  elsif task = 'anonymise' then
    ordered := array(select id from orders where user_id = about::uuid);
    reviewed := array(select part_id::text from reviews where user_id = about::uuid);
    update audit_log set before = words_replaced(before, known, 'A customer'), after = words_replaced(after, known, 'A customer')
      where (subject_type = 'user' and subject_id = about or subject_type = 'order' and subject_id = any(ordered::text[])
          or subject_type = 'part' and subject_id = any(reviewed) and action like 'review %')
        and (before, after) is distinct from (words_replaced(before, known, 'A customer'), words_replaced(after, known, 'A customer'));
    get diagnostics changed = row_count;
    update order_events set details = words_replaced(details, known, 'A customer')
      where order_id = any(ordered) and details is distinct from words_replaced(details, known, 'A customer');
    get diagnostics more = row_count;
    changed := changed + more;
    update stock_ledger set note = words_replaced(to_jsonb(note), known, 'A customer') #>> '{}'
      where (order_id = any(ordered) and reason = 'refund' or order_id = any(ordered) and reason <> 'refund') and to_jsonb(note) is distinct from words_replaced(to_jsonb(note), known, 'A customer');
    get diagnostics more = row_count;
    changed := changed + more;
  else
    raise exception 'maintain_history knows no such task: % of %.', task, about using errcode = 'invalid_parameter_value';
  end if;
  insert into audit_log (id, created_at, actor, action, subject_type, subject_id, subject_name, after)
  values (gen_random_uuid(), moment, doer,
    case task when 'delete' then 'history deleted' else 'person anonymised' end,
    case task when 'delete' then 'history' else 'user' end, about, case task when 'delete' then about else '' end,
    jsonb_strip_nulls(jsonb_build_object('rows', changed, 'olderThan', older_than)));
  return changed;
end $$;
