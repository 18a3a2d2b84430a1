-- The state of the card sandbox: what a real provider would keep on its side. The shop never reads it.
-- A schema of its own, written in transactions of its own, so that it survives a kill as a provider's would.

create schema card_sandbox;

create table card_sandbox.payment_intents (
  id text primary key,
  client_secret text not null,
  amount integer not null check (amount between 50 and 99999999),
  currency text not null,
  status text not null check (status in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  receipt_email text,
  description text,
  metadata jsonb not null,
  -- What the bank will say once the buyer has confirmed: the card behind a 3-D Secure question.
  challenge jsonb,
  last_payment_error jsonb,
  latest_charge text,
  created_at timestamptz not null,
  canceled_at timestamptz,
  check ((status = 'canceled') = (canceled_at is not null)),
  check ((status = 'requires_action') = (challenge is not null))
);

create table card_sandbox.charges (
  id text primary key,
  payment_intent text not null references card_sandbox.payment_intents (id),
  amount integer not null,
  amount_refunded integer not null default 0,
  currency text not null,
  status text not null check (status in ('succeeded', 'failed')),
  failure_code text,
  failure_message text,
  -- Brand and the last four digits are all that is ever kept of a card.
  card_brand text not null,
  card_last4 text not null check (length(card_last4) = 4),
  billing_name text,
  billing_email text,
  created_at timestamptz not null,
  check (amount_refunded between 0 and amount)
);

-- At the provider too, one intent collects money once.
create unique index charges_once on card_sandbox.charges (payment_intent) where status = 'succeeded';

create table card_sandbox.refunds (
  id text primary key,
  charge text not null unique references card_sandbox.charges (id),
  payment_intent text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null
);

create table card_sandbox.idempotency_keys (
  key text primary key,
  request_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null
);

-- Messages to the shop's webhook, sent at least once.
create table card_sandbox.events (
  id text primary key,
  body text not null,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  attempts integer not null default 0,
  delivered_at timestamptz
);

create index events_pending on card_sandbox.events (next_try_at) where delivered_at is null;
