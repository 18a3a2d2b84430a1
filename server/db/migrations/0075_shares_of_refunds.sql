alter table refunds
  -- The refund with the provider's id, when that refund or lost dispute is of several orders: each has its share.
  add column share_of uuid references refunds (id),
  drop constraint refunds_source_check,
  -- 'returned': of an order that its payment could not pay any more.
  add constraint refunds_source_check check (source in ('admin', 'provider', 'dispute', 'returned')) not valid;
create index refunds_shares on refunds (share_of) where share_of is not null;

-- A dispute is about a whole payment.
alter table disputes alter column order_id drop not null;
create index disputes_by_payment on disputes (intent_id);

-- Of how many orders an attempt is; `order_id` is the first of them.
alter table unbooked_payments add column orders integer not null default 1 check (orders >= 1);
