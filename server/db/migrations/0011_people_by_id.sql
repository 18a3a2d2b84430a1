-- In the books people stand by their id, or as a word ('shop', 'command line'): an address changes hands, an account is
-- closed, and reading gives an id its present name. Older rows held e-mail addresses.

-- Whose address it was at that moment; null when nobody's.
create function account_of(e_mail text, moment timestamptz) returns text language sql stable as $$
  select id::text from users where email = lower(e_mail)
  order by (created_at <= moment and (replaced_at is null or replaced_at > moment)) desc, created_at desc limit 1
$$;

-- What somebody typed, without e-mail addresses; what is nothing but one becomes the account's id.
create function without_addresses(given text, moment timestamptz) returns text language sql stable as $$
  select case when given ~ '^\S+@\S+$' then coalesce(account_of(given, moment), 'an e-mail address')
    else regexp_replace(given, '[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*', 'an e-mail address', 'g') end
$$;

create function without_addresses(given jsonb, moment timestamptz) returns jsonb language sql stable as $$
  select jsonb_object_agg(key, case jsonb_typeof(value) when 'string' then to_jsonb(without_addresses(value #>> '{}', moment)) else value end)
  from jsonb_each(given)
$$;

alter table audit_log
  drop constraint audit_log_subject_type_check,
  add constraint audit_log_subject_type_check check (subject_type in ('part', 'order', 'user', 'image', 'mail', 'history'));

update audit_log set actor = case when actor like '%@%' then 'somebody' else actor end where actor_id is null;
update audit_log set actor = actor_id::text where actor_id is not null;
alter table audit_log drop column actor_id;
update audit_log set subject_id = coalesce(account_of(subject_id, created_at), 'unknown') where subject_type = 'user' and subject_id like '%@%';
update audit_log set subject_name = '' where subject_type = 'user';
update audit_log set subject_name = without_addresses(subject_name, created_at) where subject_name like '%@%';
update audit_log set before = without_addresses(before, created_at) where before::text like '%@%' and jsonb_typeof(before) = 'object';
update audit_log set after = without_addresses(after, created_at) where after::text like '%@%' and jsonb_typeof(after) = 'object';

-- Of what customers and payers did, the order knows whose it is.
update order_events e set actor = o.user_id::text from orders o
  where o.id = e.order_id and e.actor_role in ('customer', 'payer') and e.actor like '%@%';
update order_events set actor = coalesce(account_of(actor, created_at), 'somebody') where actor like '%@%';
update order_events set details = without_addresses(details, created_at) where details::text like '%@%';

update stock_ledger set actor = coalesce(account_of(actor, created_at), 'somebody') where actor like '%@%';
update stock_ledger set note = without_addresses(note, created_at) where note like '%@%';

drop function without_addresses(jsonb, timestamptz);
drop function without_addresses(text, timestamptz);
drop function account_of(text, timestamptz);

alter table audit_log add constraint audit_log_people_by_id
  check (actor not like '%@%' and (subject_type <> 'user' or (subject_name = '' and subject_id not like '%@%')));
alter table order_events add constraint order_events_people_by_id check (actor not like '%@%');
alter table stock_ledger add constraint stock_ledger_people_by_id check (actor not like '%@%');

create index audit_log_by_actor on audit_log (actor, created_at desc);

-- An account that is removed leaves its events: no reference.
alter table security_events drop constraint security_events_user_id_fkey;

-- Every text of a document without these words.
create function words_replaced(doc jsonb, words text[], by_what text) returns jsonb language plpgsql immutable as $$
declare
  word text;
  given text;
begin
  case jsonb_typeof(doc)
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, words_replaced(value, words, by_what)), '{}') from jsonb_each(doc));
    when 'array' then
      return (select coalesce(jsonb_agg(words_replaced(value, words, by_what) order by place), '[]')
        from jsonb_array_elements(doc) with ordinality as one (value, place));
    when 'string' then
      given := doc #>> '{}';
      foreach word in array words loop
        -- Whole words, in whatever case; what is typed is no pattern.
        given := regexp_replace(given,
          '(?<![[:alnum:]])' || regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g') || '(?![[:alnum:]])', by_what, 'gi');
      end loop;
      return to_jsonb(given);
    else
      return doc;
  end case;
end $$;

-- The one way to change what was written down; every use leaves a row in the audit log. The triggers of 0012 let
-- nothing else through. Answers how many rows it changed.
--   'delete'     rows of the table `about` (security_events, audit_log, order_events) from before `older_than`
--   'anonymise'  takes `words` (names, addresses, numbers of the person with the id `about`) out of the texts that others
--                typed about this person's account and orders; by whom a deed was done stands there by id already
-- `doer` is a user's id, 'shop' or 'command line'; `moment` is the shop's time.
create function maintain_history(
  task text, doer text, moment timestamptz, about text, older_than timestamptz default null, words text[] default '{}'
) returns bigint language plpgsql as $$
declare
  changed bigint := 0;
  more bigint;
  known text[] := array(select word from unnest(words) as word where length(btrim(word)) >= 3 order by length(word) desc);
  ordered uuid[];
begin
  if task = 'delete' and about in ('security_events', 'audit_log', 'order_events') and older_than <= moment then
    execute format('delete from %I where created_at < $1', about) using older_than;
    get diagnostics changed = row_count;
  elsif task = 'anonymise' then
    ordered := array(select id from orders where user_id = about::uuid);
    update audit_log set before = words_replaced(before, known, 'A customer'), after = words_replaced(after, known, 'A customer')
      where (subject_type = 'user' and subject_id = about or subject_type = 'order' and subject_id = any(ordered::text[]))
        and (before, after) is distinct from (words_replaced(before, known, 'A customer'), words_replaced(after, known, 'A customer'));
    get diagnostics changed = row_count;
    update order_events set details = words_replaced(details, known, 'A customer')
      where order_id = any(ordered) and details is distinct from words_replaced(details, known, 'A customer');
    get diagnostics more = row_count;
    changed := changed + more;
    update stock_ledger set note = words_replaced(to_jsonb(note), known, 'A customer') #>> '{}'
      where order_id = any(ordered) and to_jsonb(note) is distinct from words_replaced(to_jsonb(note), known, 'A customer');
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
