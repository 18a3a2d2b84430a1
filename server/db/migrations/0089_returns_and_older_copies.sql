-- optional: triggers
-- Copies from before migration 0087 know no returns: they would put pieces on sale that came back unfit, and leave what a
-- customer typed with a return, and showed, when the account is closed.
create or replace function count_pieces() returns trigger language plpgsql as $$
declare
  unshipped integer := new.quantity - new.shipped_quantity - new.refunded_quantity;
begin
  if new.restocked and not old.restocked and new.restocked_quantity = old.restocked_quantity then
    -- They would put those on sale that are on sale already, or are not to be.
    if old.restocked_quantity > 0
      or exists (select from returns where order_id = new.id and restocked_quantity < received_quantity) then
      raise exception 'Some pieces of the order % are on sale again, or cannot be: only a newer version can restock the rest.', new.id;
    end if;
    new.restocked_quantity := new.quantity;
  end if;
  if new.state = 'shipped' and old.state <> 'shipped' and unshipped > 0 then
    insert into shipments (id, order_id, number, quantity, carrier, tracking_number, tracking_link, shipped_at)
    select gen_random_uuid(), new.id, 1 + coalesce(max(number), 0), unshipped,
      coalesce(new.carrier, ''), coalesce(new.tracking_number, ''), '', new.shipped_at
    from shipments where order_id = new.id;
    new.shipped_quantity := new.shipped_quantity + unshipped;
  end if;
  return new;
end $$;

create function forget_returns() returns trigger language plpgsql as $$
declare
  theirs uuid[] := array(select r.id from returns r join orders o on o.id = r.order_id where o.user_id = new.id);
  known text[] := array(select word from unnest(array[old.email, old.name, old.address, old.phone]) as word where length(word) >= 3);
begin
  delete from return_pictures where return_id = any(theirs);
  update returns set note = '', vehicle = '', words = words_replaced(to_jsonb(words), known, 'A customer') #>> '{}' where id = any(theirs);
  return null;
end $$;

create trigger forget_returns after update of closed_at on users for each row
  when (new.closed_at is not null and old.closed_at is null)
  execute function forget_returns();
