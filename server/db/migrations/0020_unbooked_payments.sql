-- Money that the card provider holds for this shop and that no order here accounts for: an older backup was restored, or this database is
-- a copy of one that goes on selling.
create table unbooked_payments (
  intent_id text primary key,
  -- The order that the provider names.
  order_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  -- When it was opened at the provider.
  created_at timestamptz not null,
  found_at timestamptz not null,
  asked_at timestamptz not null,
  -- 'open' may still be paid, 'paid' waits for an admin, 'confirmed' is to be refunded.
  state text not null check (state in ('open', 'paid', 'confirmed', 'refunded')),
  -- The admin who confirmed the refund.
  confirmed_by uuid,
  confirmed_at timestamptz,
  check ((state in ('confirmed', 'refunded')) = (confirmed_at is not null))
);
create index unbooked_payments_unfinished on unbooked_payments (asked_at) where state <> 'refunded';

alter table shop_facts
  -- The provider's payments have been compared with the orders up to here.
  add column payments_listed_until timestamptz,
  -- By which this shop knows its payments at the provider; kept here, as secrets change.
  add column payment_mark text,
  -- Where this database was when a shop last opened it.
  add column home text,
  -- Since when it is somewhere else, or known to lack orders: it refunds nothing by itself until an operator declares it the only one.
  add column moved_at timestamptz;

-- Stripe lists by the time of creation.
create index payment_intents_by_creation on card_sandbox.payment_intents (created_at, id);

alter table audit_log
  drop constraint audit_log_subject_type_check,
  add constraint audit_log_subject_type_check check (subject_type in ('part', 'order', 'user', 'image', 'mail', 'history', 'payment')) not valid;
