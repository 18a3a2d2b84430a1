-- Browsers that signed in to an account before: what strangers guess does not count against them. Each is a cookie, stored
-- hashed; it ends with everything else that the account was entered with (epoch).
create table identity.known_devices (
  token_hash text primary key,
  user_id text not null references identity."user" ("id") on delete cascade,
  epoch integer not null,
  last_used_at timestamptz not null
);
create index known_devices_by_user on identity.known_devices (user_id, last_used_at);
