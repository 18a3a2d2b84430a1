-- optional: triggers
-- Copies of the shop from before migration 0079 put all pieces of an order back on sale, and ship all of them, without saying how many.
create function count_pieces() returns trigger language plpgsql as $$
declare
  unshipped integer := new.quantity - new.shipped_quantity - new.refunded_quantity;
begin
  if new.restocked and not old.restocked and new.restocked_quantity = old.restocked_quantity then
    -- They would put those on sale that are on sale already.
    if old.restocked_quantity > 0 then
      raise exception 'Some pieces of the order % are on sale again: only a newer version can restock the rest.', new.id;
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

create trigger count_pieces before update of restocked, state on orders for each row
  when (new.restocked and not old.restocked or new.state = 'shipped' and old.state <> 'shipped')
  execute function count_pieces();
