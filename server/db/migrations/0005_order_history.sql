-- What happened to an order, refunds by admins, parcels, and mails as HTML.

alter table orders
  add column carrier text,
  add column tracking_number text,
  -- Given back, or promised to be; a refund never makes an order unpaid.
  add column refunded_cents integer not null default 0,
  add column restocked boolean not null default false,
  add column cancelling_since timestamptz,
  add constraint orders_refunded_within_total check (refunded_cents between 0 and total_cents),
  add constraint orders_refunded_when_paid check (refunded_cents = 0 or paid_at is not null),
  add constraint orders_restocked_when_refunded check (not restocked or refunded_cents = total_cents);

-- An order's story, append-only; each row is written in the transaction of what it tells about.
create table order_events (
  id uuid primary key,
  order_id uuid not null references orders (id),
  created_at timestamptz not null,
  kind text not null check (kind in ('placed', 'payment_started', 'paid', 'shipped', 'cancelled', 'expired', 'refunded')),
  -- In whose role, and by whom; customers are shown the role only.
  actor_role text not null check (actor_role in ('customer', 'payer', 'admin', 'shop')),
  actor text not null,
  details jsonb
);

create index order_events_by_order on order_events (order_id, created_at, id);

insert into order_events (id, order_id, created_at, kind, actor_role, actor)
  select gen_random_uuid(), id, created_at, 'placed', 'customer', email from orders;
insert into order_events (id, order_id, created_at, kind, actor_role, actor)
  select gen_random_uuid(), id, paid_at, 'paid', 'payer', email from orders where paid_at is not null;
insert into order_events (id, order_id, created_at, kind, actor_role, actor)
  select gen_random_uuid(), id, shipped_at, 'shipped', 'admin', 'admin' from orders where shipped_at is not null;
insert into order_events (id, order_id, created_at, kind, actor_role, actor)
  select gen_random_uuid(), id, cancelled_at,
    case when cancelled_because = 'expired' then 'expired' else 'cancelled' end,
    case cancelled_because when 'customer' then 'customer' when 'admin' then 'admin' else 'shop' end,
    case cancelled_because when 'customer' then email when 'admin' then 'admin' else 'shop' end
  from orders where cancelled_at is not null;

-- Money an admin gives back of a paid order; written before the provider is asked, finished by whoever comes by.
create table refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  intent_id text not null references payments (intent_id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  restocked boolean not null,
  state text not null check (state in ('due', 'done')),
  requested_by uuid not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index refunds_by_order on refunds (order_id, created_at);
create index refunds_due on refunds (updated_at) where state = 'due';

alter table mail_outbox add column body_html text;

-- The provider's side gives back in parts as well.
alter table card_sandbox.refunds drop constraint refunds_charge_key;
