-- Signing in, power and attacks, for admins and for whoever investigates. People stand here by their id only, network
-- addresses as a keyed hash.

create table security_events (
  id uuid primary key,
  created_at timestamptz not null,
  kind text not null,
  user_id uuid references users (id),
  -- Of the first request it was about; the log has the others.
  request_id text,
  network_hash text,
  details jsonb,
  -- What anybody can cause as often as they like is one row per ten minutes, with how often it happened.
  merge_key text unique,
  times integer not null default 1 check (times >= 1),
  last_at timestamptz not null
);

create index security_events_newest on security_events (created_at desc, id desc);
create index security_events_by_user on security_events (user_id, created_at desc);
