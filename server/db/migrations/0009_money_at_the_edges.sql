-- Money at the edges: keys under which the card provider keeps a failure, refunds and disputes that were made at the
-- provider, cards that were declined, and pay links that their owner renewed.

alter table orders
  -- Keys of this order's payments under which the provider keeps a failure: none of them is used again.
  add column spent_keys integer not null default 0,
  -- Since when a cardholder's bank asks for the money back; nothing is shipped meanwhile.
  add column disputed_since timestamptz,
  -- Payments that were ended after too many declined cards, and from when on another one may be opened.
  add column declined_payments integer not null default 0,
  add column payable_from timestamptz,
  -- The second half of the pay link, once its owner renewed it; before that the order's id is all of it.
  add column link_key text;

alter table payments
  add column spent_keys integer not null default 0,
  -- When a payer's page last asked for it: such payments are looked at first.
  add column wanted_at timestamptz not null default now();

update payments set wanted_at = created_at;

create index payments_wanted on payments (wanted_at) where state = 'open';
create index payments_kept_looked_at on payments (updated_at) where state = 'kept';

-- Every refund at the provider is in the books once: an admin's, one made in the provider's dashboard, a lost dispute.
alter table refunds
  alter column requested_by drop not null,
  add column source text not null default 'admin' check (source in ('admin', 'provider', 'dispute')),
  -- The provider's own id, as soon as it is known.
  add column provider_id text unique,
  add column spent_keys integer not null default 0,
  drop constraint refunds_state_check,
  -- 'failed': the provider took it back. 'replaced': all of the money went back by other ways before.
  add constraint refunds_state_check check (state in ('due', 'done', 'failed', 'replaced')),
  add constraint refunds_of_admins check (source <> 'admin' or requested_by is not null);

-- Money of a payment that a cardholder's bank asks back. The id is the card provider's.
create table disputes (
  id text primary key,
  order_id uuid not null references orders (id),
  intent_id text not null references payments (intent_id),
  amount_cents integer not null check (amount_cents > 0),
  state text not null check (state in ('open', 'won', 'lost')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index disputes_by_order on disputes (order_id);

alter table order_events
  drop constraint order_events_kind_check,
  add constraint order_events_kind_check check (kind in (
    'placed', 'payment_started', 'paid', 'shipped', 'cancelled', 'expired', 'refunded',
    'refund_failed', 'disputed', 'dispute_won', 'dispute_lost', 'payments_paused', 'link_renewed')),
  drop constraint order_events_actor_role_check,
  add constraint order_events_actor_role_check check (actor_role in ('customer', 'payer', 'admin', 'shop', 'provider'));

-- The provider's side: what a shop marks a refund with, refunds that fail later, and disputes.
alter table card_sandbox.refunds
  add column metadata jsonb not null default '{}',
  add column status text not null default 'succeeded' check (status in ('succeeded', 'failed'));

create index refunds_by_intent on card_sandbox.refunds (payment_intent);
create index charges_by_intent on card_sandbox.charges (payment_intent);

create table card_sandbox.disputes (
  id text primary key,
  charge text not null references card_sandbox.charges (id),
  payment_intent text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('needs_response', 'won', 'lost')),
  created_at timestamptz not null
);

create index disputes_by_intent on card_sandbox.disputes (payment_intent);
